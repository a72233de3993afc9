package org.campanile.testkit.serviceprovider;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Date;

import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;

/**
 * The key pair with which a service provider signs its requests and has assertions
 * encrypted.
 *
 * @param privateKey the private key
 * @param certificate carries the public key in metadata; self-signed, as only its key
 * matters (SAML Metadata Interoperability Profile 2.6.1)
 */
public record ServiceProviderKeys(PrivateKey privateKey, X509Certificate certificate) {

	private static final Duration LIFETIME = Duration.ofDays(3650);

	private static final String ALIAS = "service";

	/**
	 * A new RSA-2048 key pair by the runtime's own providers; takes some hundred
	 * milliseconds.
	 * @param commonName the certificate's subject
	 */
	public static ServiceProviderKeys generate(String commonName, InstantSource clock, SecureRandom random) {
		return certified(commonName, KeyType.RSA_2048.generate(random), clock, random);
	}

	/**
	 * Generates keys for trials, with a provider that may be faster and uses its own
	 * random numbers.
	 * @param commonName the certificate's subject
	 * @param crypto generates the key pair
	 */
	public static ServiceProviderKeys generateForTrial(String commonName, CryptoProvider crypto, InstantSource clock,
			SecureRandom random) {
		return certified(commonName, crypto.generateTrialKeyPair(KeyType.RSA_2048, random), clock, random);
	}

	/**
	 * Reads keys that {@link #store} has written.
	 * @throws GeneralSecurityException if there are none
	 */
	public static ServiceProviderKeys load(InputStream in, char[] password)
			throws IOException, GeneralSecurityException {
		KeyStore store = KeyStore.getInstance("PKCS12");
		store.load(in, password);
		if (store.getKey(ALIAS, password) instanceof PrivateKey key
				&& store.getCertificate(ALIAS) instanceof X509Certificate certificate) {
			return new ServiceProviderKeys(key, certificate);
		}
		throw new KeyStoreException("no pair named " + ALIAS);
	}

	/** Writes the keys as a PKCS #12 key store. */
	public void store(OutputStream out, char[] password) throws IOException, GeneralSecurityException {
		KeyStore store = KeyStore.getInstance("PKCS12");
		store.load(null, password);
		store.setKeyEntry(ALIAS, privateKey, password, new Certificate[] { certificate });
		store.store(out, password);
	}

	private static ServiceProviderKeys certified(String commonName, KeyPair pair, InstantSource clock,
			SecureRandom random) {
		try {
			return new ServiceProviderKeys(pair.getPrivate(), certificate(commonName, pair, clock.instant(), random));
		}
		catch (GeneralSecurityException | OperatorCreationException ex) {
			throw new IllegalStateException("a certificate of " + commonName + " cannot be made", ex);
		}
	}

	private static X509Certificate certificate(String commonName, KeyPair pair, Instant now, SecureRandom random)
			throws GeneralSecurityException, OperatorCreationException {
		X500Name subject = new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, commonName).build();
		Instant from = now.truncatedTo(ChronoUnit.DAYS);
		BigInteger serial = new BigInteger(127, random).setBit(126);
		JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(subject, serial, Date.from(from),
				Date.from(from.plus(LIFETIME)), subject, pair.getPublic());
		return new JcaX509CertificateConverter()
			.getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(pair.getPrivate())));
	}

}
