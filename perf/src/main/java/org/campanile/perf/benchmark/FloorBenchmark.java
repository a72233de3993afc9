package org.campanile.perf.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.directory.BindAnswer;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.ServerAddress;
import org.campanile.directory.UserLookup;
import org.campanile.perf.environment.Campus;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.PeerEnvironment;
import org.campanile.perf.load.Population;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.CryptoProviderChoice;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.crypto.SigningCredential;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What no login by password can do without, by the code and providers of the product: one
 * RSA-2048 signature, and one search and bind over pooled connections to a directory in
 * another process, whose own time is not counted.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 6, time = 2)
@Measurement(iterations = 8, time = 2)
@Fork(value = 1, jvmArgsAppend = "--sun-misc-unsafe-memory-access=allow")
public class FloorBenchmark {

	private static final int SIGNED_INFO_BYTES = 900;

	private static final Population PEOPLE = new Population(1);

	private final byte[] signedInfo = new byte[SIGNED_INFO_BYTES];

	private final CryptoProvider crypto;

	private final SigningCredential credential;

	private final PeerEnvironment environment;

	private final Directory directory;

	public FloorBenchmark() {
		try {
			SecureRandom random = new SecureRandom();
			crypto = CryptoProvider.of(CryptoProviderChoice.AUTO, random);
			environment = PeerEnvironment.in(Files.createTempDirectory("campanile-perf"));
			credential = new CredentialLoader(environment.work(),
					new CredentialSettings("signing.pem", KeyType.RSA_2048), "login.example.edu", crypto,
					InstantSource.system(), random)
				.load()
				.signing();
			directory = directory(environment.directory(DirectorySpec.embedded(PEOPLE)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("the directory could not be started", ex);
		}
	}

	private static Directory directory(URI address) {
		DirectorySettings settings = new DirectorySettings(
				List.of(new ServerAddress(address.getHost(), address.getPort())), DirectorySettings.Order.FAILOVER,
				new DirectorySettings.Transport(DirectorySettings.Security.PLAIN, Optional.empty(), false),
				Optional.of(new DirectorySettings.ServiceAccount(Campus.SERVICE_DN, Campus.SERVICE_PASSWORD)),
				new DirectorySettings.Users(Campus.BASE_DN, DirectorySettings.Scope.SUBTREE, "(uid={user})", "uid",
						false, Optional.empty()),
				DirectorySettings.Pools.DEFAULTS, DirectorySettings.Limits.DEFAULTS);
		return new Directory(settings, Directory.DEFAULT_ATTRIBUTES, InstantSource.system(), new SimpleMeterRegistry());
	}

	/** Nobody is asked before the directory's own code is warm. */
	@Setup
	public void checkConnectivity() {
		if (!directory.isHealthy()) {
			throw new IllegalStateException("the directory does not answer");
		}
	}

	@TearDown
	public void close() throws IOException {
		directory.close();
		Path folder = environment.work().resolveSibling("");
		environment.close();
		Files.deleteIfExists(folder);
	}

	/** One RSA-2048 signature. */
	@Benchmark
	public byte[] signature() {
		return crypto.sign(credential, signedInfo);
	}

	/** One search for a user, and one bind as that user. */
	@Benchmark
	public BindAnswer directory() throws DirectoryUnavailableException {
		return directory.within(conversation -> {
			if (!(conversation.find(PEOPLE.username(0)) instanceof UserLookup.Found found)) {
				throw new IllegalStateException("nobody is called " + PEOPLE.username(0));
			}
			BindAnswer answer = conversation.bind(found.entry().dn(), PEOPLE.password(0));
			if (!(answer instanceof BindAnswer.Accepted)) {
				throw new IllegalStateException("the password was refused: " + answer);
			}
			return answer;
		});
	}

}
