package org.campanile.web.factor.passkey;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.factor.passkey.AccountRules;
import org.campanile.factor.passkey.PasskeySettings;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The settings of passkeys.
 *
 * @param enabled whether users can enrol and use them, where factors are on
 * @param firstFactor whether a login may begin with one, without a username; otherwise
 * they are a second factor
 * @param rpId the domain that passkeys are bound to, which can never be changed without
 * losing them all: the host of the base URL, or a domain above it; that host if absent
 * @param relatedOrigins further origins at which they are accepted, such as
 * {@code https://login.example.org}; browsers find them at {@code /.well-known/webauthn}
 * of the domain
 * @param userVerification whether an authenticator must verify its user by PIN or
 * biometrics: {@code required}, or {@code preferred} to do so where it can
 * @param attestation whether authenticators must attest their make: {@code direct}, or
 * {@code none}
 * @param trustAnchors with {@code direct}: PEM files of the certificates that
 * attestations must lead to, relative to the home folder
 * @param authenticators with {@code direct}: AAGUIDs of the only makes that can be
 * enrolled; all that are attested if empty
 * @param maximum how many a user may enrol
 * @param refusedAccounts values such as {@code accountStatus=inactive} of entries that
 * may not begin a login with a passkey, beside the locks that directories have
 */
@ConfigurationProperties(PasskeyProperties.PREFIX)
public record PasskeyProperties(@DefaultValue("true") boolean enabled, @DefaultValue("true") boolean firstFactor,
		@Nullable String rpId, @DefaultValue List<String> relatedOrigins,
		@DefaultValue("preferred") UserVerification userVerification, @DefaultValue("none") Attestation attestation,
		@DefaultValue List<Path> trustAnchors, @DefaultValue List<String> authenticators,
		@DefaultValue("10") int maximum, @DefaultValue List<String> refusedAccounts) implements CheckedProperties {

	static final String PREFIX = "campanile.factors.passkey";

	static final String ENABLED = PREFIX + ".enabled";

	private static final int MOST = 50;

	private static final Pattern UUID_FORM = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

	/** The policy for the verification of users by authenticators. */
	public enum UserVerification {

		/** Verification is used where the authenticator supports it. */
		PREFERRED,
		/** Verification is always required. */
		REQUIRED

	}

	/** Whether authenticators must attest their make. */
	public enum Attestation {

		/** The authenticator does not attest itself. */
		NONE,
		/** The authenticator attests itself with a certificate. */
		DIRECT

	}

	@Override
	public void check(CheckContext context, Faults faults) {
		if (!enabled) {
			return;
		}
		context.identityProvider().ifPresent(own -> {
			faults.check(() -> rpId(own));
			faults.check(() -> origins(own));
		});
		faults.check(() -> attestation(context.home()));
		faults.check(this::accountRules);
		faults.check(this::requireMaximum);
	}

	private void requireMaximum() {
		if (maximum < 1 || maximum > MOST) {
			throw new IllegalArgumentException(
					PREFIX + ".maximum: " + maximum + " is not between 1 and " + MOST + "; 10 is enough");
		}
	}

	/**
	 * The settings of the method.
	 * @param timeout how long a challenge is good
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	PasskeySettings settings(IdentityProvider own, String name, HomeFolder home, Duration timeout) {
		requireMaximum();
		return new PasskeySettings(new PasskeySettings.RelyingParty(rpId(own), name, origins(own)), firstFactor,
				userVerification == UserVerification.REQUIRED, attestation(home), maximum, timeout);
	}

	private String rpId(IdentityProvider own) {
		String host = URI.create(own.baseUrl()).getHost().toLowerCase(Locale.ROOT);
		if (rpId == null) {
			return host;
		}
		// A browser refuses any other id (WebAuthn 5.1.4.2, by HTML's registrable domain
		// suffixes).
		if (!host.equals(rpId) && !host.endsWith('.' + rpId) || !rpId.contains(".") && !host.equals(rpId)) {
			throw new IllegalArgumentException(PREFIX + ".rp-id: '" + rpId + "' is neither the host of the base URL, "
					+ host + ", nor a domain above it; correct it before the first passkey is enrolled");
		}
		return rpId;
	}

	/** Returns the origin of the base URL, and the related ones. */
	Set<String> origins(IdentityProvider own) {
		Set<String> all = new LinkedHashSet<>();
		all.add(origin(URI.create(own.baseUrl())));
		for (String related : relatedOrigins) {
			all.add(related(related));
		}
		return all;
	}

	private static String related(String text) {
		try {
			URI uri = URI.create(text);
			if ("https".equals(uri.getScheme()) && uri.getHost() != null && origin(uri).equals(text)) {
				return text;
			}
		}
		catch (IllegalArgumentException ex) {
			throw noOrigin(text, ex);
		}
		throw noOrigin(text, null);
	}

	private static IllegalArgumentException noOrigin(String text, @Nullable Exception cause) {
		return new IllegalArgumentException(PREFIX + ".related-origins: '" + text
				+ "' is no origin; give scheme, host and port alone in lower case, such as https://login.example.org",
				cause);
	}

	/** Returns the origin in the form of browsers: without the scheme's default port. */
	private static String origin(URI uri) {
		int port = uri.getPort();
		boolean usual = port == -1 || port == ("https".equals(uri.getScheme()) ? 443 : 80);
		return uri.getScheme() + "://" + uri.getHost().toLowerCase(Locale.ROOT) + (usual ? "" : ":" + port);
	}

	private PasskeySettings.Attestation attestation(HomeFolder home) {
		if (attestation == Attestation.NONE) {
			if (!trustAnchors.isEmpty() || !authenticators.isEmpty()) {
				throw new IllegalArgumentException(PREFIX + ".attestation: none, so that trust-anchors and "
						+ "authenticators would mean nothing; set it to direct, or remove them");
			}
			return PasskeySettings.Attestation.NONE;
		}
		if (trustAnchors.isEmpty()) {
			throw new IllegalArgumentException(PREFIX + ".trust-anchors: missing, though attestation is direct; "
					+ "give the PEM files with the makers' root certificates");
		}
		Set<X509Certificate> anchors = new HashSet<>();
		trustAnchors.forEach(file -> anchors.addAll(certificates(home.path().resolve(file))));
		return new PasskeySettings.Attestation(
				authenticators.stream().map(PasskeyProperties::aaguid).collect(Collectors.toUnmodifiableSet()),
				anchors);
	}

	private static UUID aaguid(String text) {
		if (!UUID_FORM.matcher(text).matches()) {
			throw new IllegalArgumentException(PREFIX + ".authenticators: '" + text
					+ "' is no AAGUID, such as cb69481e-8ff7-4039-93ec-0a2729a154a8");
		}
		return UUID.fromString(text);
	}

	private static List<X509Certificate> certificates(Path file) {
		try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
			List<X509Certificate> found = CertificateFactory.getInstance("X.509")
				.generateCertificates(in)
				.stream()
				.flatMap(one -> one instanceof X509Certificate certificate ? Stream.of(certificate) : Stream.empty())
				.toList();
			if (found.isEmpty()) {
				throw new CertificateException("it holds no certificate in PEM");
			}
			return found;
		}
		catch (IOException | CertificateException ex) {
			throw new IllegalArgumentException(
					PREFIX + ".trust-anchors: " + file + " cannot be used: " + ex.getMessage() + "; correct it", ex);
		}
	}

	AccountRules accountRules() {
		return Faults.named(PREFIX + ".refused-accounts",
				() -> new AccountRules(refusedAccounts.stream().map(AccountRules.Value::of).toList()));
	}

}
