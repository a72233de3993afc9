package org.campanile.saml.crypto;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The server's keys: the one that signs, and all that services should trust, so that a
 * key can be published before it signs and remain published afterwards.
 *
 * @param signing the key that signs
 * @param published the certificates in the server's metadata, the signing one first
 */
public record Credentials(SigningCredential signing, List<PublishedCertificate> published) {

	private static final List<Integer> WARNING_DAYS = List.of(0, 1, 7, 30);

	public Credentials {
		published = List.copyOf(published);
	}

	/**
	 * The certificates that expire within 30 days or have expired. To be called
	 * periodically: each warning states the threshold passed, so that it can be reported
	 * once for each.
	 */
	public List<ExpiryWarning> expiryWarnings(Instant now) {
		return published.stream().flatMap(certificate -> warning(certificate, now).stream()).toList();
	}

	private static Optional<ExpiryWarning> warning(PublishedCertificate published, Instant now) {
		Instant expiry = published.certificate().getNotAfter().toInstant();
		Stream<Integer> passed = WARNING_DAYS.stream()
			.filter(days -> !now.plus(Duration.ofDays(days)).isBefore(expiry));
		return passed.findFirst().map(days -> new ExpiryWarning(published.name(), expiry, days));
	}

	/**
	 * A certificate that must be replaced soon.
	 *
	 * @param name the file it came from
	 * @param expiry when it expires
	 * @param withinDays the threshold that was passed: 30, 7, 1, or 0 for one that has
	 * expired
	 */
	public record ExpiryWarning(String name, Instant expiry, int withinDays) {
	}

	/**
	 * A certificate published in the server's metadata.
	 *
	 * @param name the file it came from
	 */
	public record PublishedCertificate(String name, X509Certificate certificate) {
	}

}
