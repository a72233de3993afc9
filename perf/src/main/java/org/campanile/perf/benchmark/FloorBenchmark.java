package org.campanile.perf.benchmark;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.campanile.directory.BindAnswer;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.UserLookup;
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
 * another process, whose own time is not counted. To be read with {@link ProcessorTime}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 6, time = 2)
@Measurement(iterations = 8, time = 2)
@Fork(value = 1, jvmArgsAppend = "--sun-misc-unsafe-memory-access=allow")
public class FloorBenchmark {

	private static final int SIGNED_INFO_BYTES = 900;

	private final byte[] signedInfo = new byte[SIGNED_INFO_BYTES];

	private final SigningCredential credential = IssuingFixture.credentials(KeyType.RSA_2048).signing();

	private final DirectoryFixture fixture = new DirectoryFixture();

	private final Directory directory;

	public FloorBenchmark() {
		try {
			directory = fixture.open();
		}
		catch (IOException ex) {
			throw new java.io.UncheckedIOException("the directory could not be started", ex);
		}
	}

	/** Nobody is asked before the directory's own code is warm. */
	@Setup
	public void greet() {
		if (!directory.isHealthy()) {
			throw new IllegalStateException("the directory does not answer");
		}
	}

	@TearDown
	public void close() {
		directory.close();
		fixture.close();
	}

	/** One RSA-2048 signature. */
	@Benchmark
	public byte[] signature() {
		return IssuingFixture.CRYPTO.sign(credential, signedInfo);
	}

	/** One search for a person, and one bind as that person. */
	@Benchmark
	public BindAnswer directory() throws DirectoryUnavailableException {
		return directory.within(conversation -> {
			if (!(conversation.find(DirectoryFixture.USERNAME) instanceof UserLookup.Found found)) {
				throw new IllegalStateException("nobody is called " + DirectoryFixture.USERNAME);
			}
			BindAnswer answer = conversation.bind(found.entry().dn(), DirectoryFixture.PASSWORD);
			if (!(answer instanceof BindAnswer.Accepted)) {
				throw new IllegalStateException("the password was refused: " + answer);
			}
			return answer;
		});
	}

}
