package org.campanile.saml.crypto;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureSpi;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.testkit.saml.TestCredentials;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@EnabledOnOs(value = OS.LINUX, architectures = { "amd64", "aarch64" })
class CryptoProviderTests {

	private static final byte[] MESSAGE = "message".getBytes(StandardCharsets.US_ASCII);

	private final SecureRandom random = new SecureRandom();

	@Test
	void whenAutoThenTheNativeProviderSignsAndTheRuntimeDoesNotGetIt() {
		CryptoProvider crypto = CryptoProvider.of(CryptoProviderChoice.AUTO, random);
		assertThat(crypto.describe()).isEqualTo("signatures by AmazonCorrettoCryptoProvider, encryption by"
				+ " AmazonCorrettoCryptoProvider and SunJCE");
		assertThat(Arrays.stream(Security.getProviders()).map(Provider::getName))
			.doesNotContain("AmazonCorrettoCryptoProvider", "CampanileEcdsa");
	}

	@Test
	void whenEcdsaIsInstalledThenLibrariesGetItAndWhatItCannotTakeGoesToTheJdk() throws Exception {
		CryptoProvider crypto = CryptoProvider.of(CryptoProviderChoice.ACCP, random);
		KeyPair pair = KeyType.EC_P256.generate(random);
		ECPublicKey key = (ECPublicKey) pair.getPublic();
		Signature signer = Signature.getInstance(CryptoProvider.ECDSA_DER);
		signer.initSign(pair.getPrivate());
		signer.update(MESSAGE);
		byte[] value = signer.sign();
		crypto.installEcdsa();
		crypto.installEcdsa();
		try {
			assertThat(verifiedBy(key, value)).isEqualTo("CampanileEcdsa");
			assertThat(verifiedBy(new Unencoded(key), value)).isEqualTo("SunEC");
			assertThat(Signature.getInstance("SHA256withRSA").getProvider().getName()).isEqualTo("SunRsaSign");
			assertThat(CryptoProvider.installed().describe()).contains("SunEC");
		}
		finally {
			Security.removeProvider("CampanileEcdsa");
		}
		assertThat(verifiedBy(key, value)).isEqualTo("SunEC");
	}

	/** A public key without an encoded form, as for keys on smart cards. */
	private record Unencoded(ECPublicKey key) implements ECPublicKey {

		@Override
		public ECPoint getW() {
			return key.getW();
		}

		@Override
		public ECParameterSpec getParams() {
			return key.getParams();
		}

		@Override
		public String getAlgorithm() {
			return key.getAlgorithm();
		}

		@Override
		public @Nullable String getFormat() {
			return null;
		}

		@Override
		public byte @Nullable [] getEncoded() {
			return null;
		}

	}

	private static String verifiedBy(ECPublicKey key, byte[] value) throws GeneralSecurityException {
		Signature verifier = Signature.getInstance(CryptoProvider.ECDSA_DER);
		verifier.initVerify(key);
		verifier.update(MESSAGE);
		assertThat(verifier.verify(value)).isTrue();
		return verifier.getProvider().getName();
	}

	@Test
	void whenJdkThenNothingIsLoaded() {
		CryptoProvider crypto = CryptoProvider.of(CryptoProviderChoice.JDK, () -> {
			throw new AssertionError("loaded");
		}, random);
		assertThat(crypto.describe()).isEqualTo("signatures by SunRsaSign and SunEC, encryption by SunJCE");
	}

	@ParameterizedTest
	@EnumSource(KeyType.class)
	void whenSignedByTheNativeProviderThenTheJdkVerifies(KeyType type) throws Exception {
		CryptoProvider crypto = CryptoProvider.of(CryptoProviderChoice.ACCP, random);
		SigningCredential credential = TestCredentials.of(type, crypto).signing();
		assertThat(credential.privateKey().getClass().getName()).startsWith("com.amazon.corretto.");
		byte[] value = crypto.sign(credential, MESSAGE);
		assertThat(verified(credential, credential.algorithm().jcaName(), value)).isTrue();
		byte[] query = crypto.signQuery(credential, MESSAGE);
		assertThat(verified(credential,
				(type == KeyType.EC_P256) ? CryptoProvider.ECDSA_DER : credential.algorithm().jcaName(), query))
			.isTrue();
	}

	@ParameterizedTest
	@EnumSource(KeyType.class)
	void whenAKeyForATrialIsMadeThenTheNativeProviderMakesIt(KeyType type) {
		CryptoProvider crypto = CryptoProvider.of(CryptoProviderChoice.ACCP, random);
		KeyPair pair = crypto.generateTrialKeyPair(type, random);
		assertThat(pair.getPrivate().getClass().getName()).startsWith("com.amazon.corretto.");
		assertThat(pair.getPrivate().getAlgorithm())
			.isEqualTo(TestCredentials.of(type).signing().privateKey().getAlgorithm());
		assertThat(KeyRules.algorithm("made", pair.getPublic()))
			.isEqualTo(TestCredentials.of(type).signing().algorithm());
		if (pair.getPublic() instanceof RSAKey rsa) {
			assertThat(rsa.getModulus().bitLength()).isEqualTo(type == KeyType.RSA_2048 ? 2048 : 3072);
		}
		assertThat(crypto.generateTrialKeyPair(type, random).getPublic()).isNotEqualTo(pair.getPublic());
	}

	@Test
	void whenTheNativeProviderMakesNoSuchKeyThenTheJdkDoes() {
		Provider without = new Provider("without", "1", "makes no keys") {

			private static final long serialVersionUID = 1L;

		};
		CryptoProvider crypto = new CryptoProvider(Optional.of(without), "");
		assertThat(crypto.generateTrialKeyPair(KeyType.EC_P256, random).getPrivate().getClass().getName())
			.startsWith("sun.security.");
	}

	@Test
	void whenThereIsNoneForTheProcessorThenTheJdkGoesOnAndTheSummarySaysWhy() {
		CryptoProvider crypto = CryptoProvider.of(CryptoProviderChoice.AUTO,
				() -> CorrettoProvider.load("linux-riscv64"), random);
		assertThat(crypto.describe()).isEqualTo("signatures by SunRsaSign and SunEC, encryption by SunJCE;"
				+ " ACCP is not used: there is no AmazonCorrettoCryptoProvider-…-linux-riscv64.jar on the class path");
		assertThat(crypto.sign(TestCredentials.of(KeyType.EC_P256).signing(), MESSAGE)).hasSize(64);
	}

	/**
	 * The library is for another processor architecture, so it fails to load like a
	 * damaged one.
	 */
	@Test
	void whenItsLibraryCannotBeLoadedThenTheJdkGoesOnAndTheSummarySaysWhy() {
		String foreign = "amd64".equals(System.getProperty("os.arch")) ? "linux-aarch_64" : "linux-x86_64";
		CryptoProvider crypto = CryptoProvider.of(CryptoProviderChoice.AUTO, () -> CorrettoProvider.load(foreign),
				random);
		assertThat(crypto.describe())
			.startsWith("signatures by SunRsaSign and SunEC, encryption by SunJCE;"
					+ " ACCP is not used: its library cannot be loaded (")
			.doesNotContain("\n");
	}

	@Test
	void whenItsSignaturesAreWrongThenTheSelfTestRefusesIt() {
		CryptoProvider crypto = CryptoProvider.of(CryptoProviderChoice.AUTO, Broken::new, random);
		assertThat(crypto.describe()).endsWith("; ACCP is not used: its RSA signatures differ from the JDK's");
		assertThatExceptionOfType(CryptoProviderException.class)
			.isThrownBy(() -> new ProviderSelfTest(new Provider("Empty", "1", "Offers nothing") {
				private static final long serialVersionUID = 1L;

			}, random).run())
			.withMessageContaining("SHA256withRSA");
	}

	@Test
	void whenItMustBeTheNativeProviderThenThereIsNoStartWithoutIt() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> CryptoProvider.of(CryptoProviderChoice.ACCP, Broken::new, random))
			.withMessage("campanile.credentials.crypto-provider: ACCP cannot be used: its RSA signatures differ from"
					+ " the JDK's; \"auto\" falls back to the JDK's providers");
	}

	@ParameterizedTest
	@CsvSource({ "Linux, amd64, linux-x86_64", "Linux, aarch64, linux-aarch_64", "Mac OS X, aarch64, osx-aarch_64",
			"Linux, riscv64, linux-riscv64" })
	void whenSystemAndProcessorAreKnownThenSoIsTheJar(String system, String processor, String classifier) {
		assertThat(CorrettoProvider.classifier(system, processor)).isEqualTo(classifier);
	}

	private static boolean verified(SigningCredential credential, String algorithm, byte[] value) throws Exception {
		Signature signature = Signature.getInstance(algorithm);
		signature.initVerify(credential.certificate().getPublicKey());
		signature.update(MESSAGE);
		return signature.verify(value);
	}

	/** A provider that signs by repeating the message, and verifies any signature. */
	private static final class Broken extends Provider {

		private static final long serialVersionUID = 1L;

		Broken() {
			super("Broken", "1", "Signs wrongly");
			putService(new Service(this, "Signature", "SHA256withRSA", Echo.class.getName(), List.of(), Map.of()) {

				@Override
				public Object newInstance(@org.jspecify.annotations.Nullable Object parameter) {
					return new Echo();
				}

			});
			putService(new Service(this, "KeyFactory", "RSA", SameKey.class.getName(), List.of(), Map.of()) {

				@Override
				public Object newInstance(@org.jspecify.annotations.Nullable Object parameter) {
					return new SameKey();
				}

			});
		}

	}

	private static final class SameKey extends java.security.KeyFactorySpi {

		@Override
		protected java.security.Key engineTranslateKey(java.security.Key key) {
			return key;
		}

		@Override
		protected java.security.PublicKey engineGeneratePublic(java.security.spec.KeySpec spec) {
			throw new UnsupportedOperationException();
		}

		@Override
		protected java.security.PrivateKey engineGeneratePrivate(java.security.spec.KeySpec spec) {
			throw new UnsupportedOperationException();
		}

		@Override
		protected <T extends java.security.spec.KeySpec> T engineGetKeySpec(java.security.Key key, Class<T> spec) {
			throw new UnsupportedOperationException();
		}

	}

	private static final class Echo extends SignatureSpi {

		private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

		@Override
		protected void engineInitVerify(java.security.PublicKey key) {
			seen.reset();
		}

		@Override
		protected void engineInitSign(java.security.PrivateKey key) {
			seen.reset();
		}

		@Override
		protected void engineUpdate(byte value) {
			seen.write(value);
		}

		@Override
		protected void engineUpdate(byte[] bytes, int offset, int length) {
			seen.write(bytes, offset, length);
		}

		@Override
		protected byte[] engineSign() {
			return seen.toByteArray();
		}

		@Override
		protected boolean engineVerify(byte[] value) {
			return true;
		}

		@Override
		@Deprecated
		protected void engineSetParameter(String name, Object value) {
			throw new UnsupportedOperationException();
		}

		@Override
		@Deprecated
		protected Object engineGetParameter(String name) {
			throw new UnsupportedOperationException();
		}

	}

}
