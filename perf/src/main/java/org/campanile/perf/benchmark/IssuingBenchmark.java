package org.campanile.perf.benchmark;

import java.security.InvalidKeyException;
import java.security.KeyPair;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.protocol.Answer;
import org.campanile.saml.SamlFault;
import org.campanile.saml.assertion.NoEncryptionKeyException;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.crypto.BlockCipher;
import org.campanile.saml.crypto.KeyTransport;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.crypto.SigningCredential;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The issuing path: a request decoded and validated, a response built, signed, encrypted
 * and encoded; and beside it the bare RSA and AES operations that it cannot do without.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(value = 2, jvmArgsAppend = "--sun-misc-unsafe-memory-access=allow")
public class IssuingBenchmark {

	/** The size of a SignedInfo, near enough. */
	private static final int SIGNED_INFO_BYTES = 900;

	/** The size of the signed assertion of the fixture, near enough. */
	private static final int ASSERTION_BYTES = 9_000;

	private final Instant now = Instant.now();

	private final KeyPair serviceKey = IssuingFixture.serviceKey();

	private final ResponseIssuer rsaIssuer = IssuingFixture.issuer(KeyType.RSA_2048, new SimpleMeterRegistry());

	private final ResponseIssuer ecIssuer = IssuingFixture.issuer(KeyType.EC_P256, new SimpleMeterRegistry());

	private final SignOnRequest request = IssuingFixture.request(now);

	private final SignOnOutcome.Granted allSigned = IssuingFixture.granted(now, serviceKey, true);

	private final SignOnOutcome.Granted responseSigned = IssuingFixture.granted(now, serviceKey, false);

	private final SigningCredential rsa = IssuingFixture.credentials(KeyType.RSA_2048).signing();

	private final SigningCredential ec = IssuingFixture.credentials(KeyType.EC_P256).signing();

	private final DecodingFixture unsigned = new DecodingFixture(false);

	private final DecodingFixture signed = new DecodingFixture(true);

	private final byte[] signedInfo = new byte[SIGNED_INFO_BYTES];

	private final byte[] assertion = new byte[ASSERTION_BYTES];

	private final byte[] contentKey = new byte[BlockCipher.AES_128_GCM.keyBytes()];

	/** An unsigned request by HTTP-Redirect: decoded and validated. */
	@Benchmark
	public SignOnRequest decodeUnsigned() throws SamlFault {
		return unsigned.decode();
	}

	/**
	 * A request by HTTP-Redirect, signed with RSA-2048: decoded, verified and validated.
	 */
	@Benchmark
	public SignOnRequest decodeSigned() throws SamlFault {
		return signed.decode();
	}

	/** Assertion signed and encrypted, response signed, RSA-2048. */
	@Benchmark
	public Answer.Post issueAllSignedRsa() throws NoEncryptionKeyException {
		return rsaIssuer.success(request, allSigned).message();
	}

	/** Assertion encrypted, response signed, RSA-2048. */
	@Benchmark
	public Answer.Post issueResponseSignedRsa() throws NoEncryptionKeyException {
		return rsaIssuer.success(request, responseSigned).message();
	}

	/** Assertion signed and encrypted, response signed, ECDSA P-256. */
	@Benchmark
	public Answer.Post issueAllSignedEc() throws NoEncryptionKeyException {
		return ecIssuer.success(request, allSigned).message();
	}

	/** One RSA-2048 signature. */
	@Benchmark
	public byte[] rsaSign() {
		return IssuingFixture.CRYPTO.sign(rsa, signedInfo);
	}

	/** One ECDSA P-256 signature. */
	@Benchmark
	public byte[] ecSign() {
		return IssuingFixture.CRYPTO.sign(ec, signedInfo);
	}

	/** One RSA-OAEP encryption of a content key. */
	@Benchmark
	public byte[] rsaWrap() throws InvalidKeyException {
		return IssuingFixture.CRYPTO.wrap(KeyTransport.RSA_OAEP_MGF1P, (RSAPublicKey) serviceKey.getPublic(),
				contentKey, IssuingFixture.RANDOM);
	}

	/** AES-128-GCM over an assertion. */
	@Benchmark
	public byte[] aesGcm() {
		return IssuingFixture.CRYPTO.encrypt(BlockCipher.AES_128_GCM, contentKey, assertion, IssuingFixture.RANDOM);
	}

}
