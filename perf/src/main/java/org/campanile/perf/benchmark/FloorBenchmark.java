package org.campanile.perf.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.interfaces.RSAPublicKey;
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
import org.campanile.saml.crypto.BlockCipher;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.CryptoProviderChoice;
import org.campanile.saml.crypto.EncryptionChooser;
import org.campanile.saml.crypto.KeyTransport;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measures the operations that no login by password can do without, using the product's
 * own code and providers: one RSA-2048 signature, alone and with the encryption of an
 * assertion, and one search and bind over pooled connections. The directory runs in
 * another process, whose processor time is not counted.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 6, time = 2)
@Measurement(iterations = 8, time = 2)
@Fork(value = 1, jvmArgsAppend = { "--sun-misc-unsafe-memory-access=allow",
		"-Dlogback.configurationFile=org/campanile/perf/logback-perf.xml" })
public class FloorBenchmark {

	private static final int SIGNED_INFO_BYTES = 900;

	/** The size of an assertion with the twelve attributes of the measured users. */
	private static final int ASSERTION_BYTES = 5_000;

	private static final Population PEOPLE = new Population(1);

	private final byte[] signedInfo = new byte[SIGNED_INFO_BYTES];

	private final byte[] assertion = new byte[ASSERTION_BYTES];

	private final SecureRandom random = new SecureRandom();

	private final RSAPublicKey service;

	private final CryptoProvider crypto;

	private final SigningCredential credential;

	private final PeerEnvironment environment;

	private final Directory directory;

	public FloorBenchmark() {
		try {
			KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
			keys.initialize(EncryptionChooser.MIN_RSA_BITS);
			service = (RSAPublicKey) keys.generateKeyPair().getPublic();
			crypto = CryptoProvider.of(CryptoProviderChoice.AUTO, random);
			environment = PeerEnvironment.in(Files.createTempDirectory("campanile-perf"));
			credential = new CredentialLoader(environment.work(),
					new CredentialSettings("signing.pem", KeyType.RSA_2048), "login.example.edu", crypto,
					InstantSource.system(), random)
				.load()
				.signing();
			directory = directory(environment.directory(DirectorySpec.embedded(PEOPLE)), Campus.SERVICE_DN,
					Campus.SERVICE_PASSWORD);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("the directory could not be started", ex);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("every Java has RSA", ex);
		}
	}

	static Directory directory(URI address, String account, String password) {
		DirectorySettings settings = new DirectorySettings(
				List.of(new ServerAddress(address.getHost(), address.getPort())), DirectorySettings.Order.FAILOVER,
				new DirectorySettings.Transport(DirectorySettings.Security.PLAIN, Optional.empty(), false),
				Optional.of(new DirectorySettings.ServiceAccount(account, password)),
				new DirectorySettings.Users(Campus.BASE_DN, DirectorySettings.Scope.SUBTREE, "(uid={user})", "uid",
						false, Optional.empty()),
				DirectorySettings.Pools.DEFAULTS, DirectorySettings.Limits.DEFAULTS);
		return new Directory(settings, Directory.DEFAULT_ATTRIBUTES, InstantSource.system(), new SimpleMeterRegistry());
	}

	/** Checks that the directory answers, before the warm-up begins. */
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

	/** Makes one RSA-2048 signature. */
	@Benchmark
	public byte[] signature() {
		return crypto.sign(credential, signedInfo);
	}

	/** Makes one RSA-2048 signature, and encrypts one assertion and its key. */
	@Benchmark
	public void encrypted(Blackhole blackhole) throws InvalidKeyException {
		blackhole.consume(crypto.sign(credential, signedInfo));
		byte[] contentKey = new byte[BlockCipher.AES_128_GCM.keyBytes()];
		random.nextBytes(contentKey);
		blackhole.consume(crypto.wrap(KeyTransport.RSA_OAEP_MGF1P, service, contentKey, random));
		blackhole.consume(crypto.encrypt(BlockCipher.AES_128_GCM, contentKey, assertion, random));
	}

	/** Does one search for a user, and one bind as that user. */
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
