package org.campanile.web.saml;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.Credentials.ExpiryWarning;
import org.campanile.saml.crypto.Credentials.PublishedCertificate;
import org.campanile.saml.crypto.SignatureAlgorithm;
import org.campanile.web.config.SummaryLines;

/**
 * Warns before one of this server's certificates expires, once each at 30, 7 and 1 days
 * and on expiry; the state at startup is reported on loading. Thread-safe.
 */
class CertificateExpiry {

	private static final Logger logger = LoggerFactory.getLogger("org.campanile.web");

	private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	private final Credentials credentials;

	private final InstantSource clock;

	private final Set<ExpiryWarning> reported = new HashSet<>();

	CertificateExpiry(Credentials credentials, InstantSource clock, MeterRegistry meters) {
		this.credentials = credentials;
		this.clock = clock;
		this.reported.addAll(credentials.expiryWarnings(clock.instant()));
		credentials.published().forEach(published -> {
			Instant end = published.certificate().getNotAfter().toInstant();
			Gauge.builder("campanile.certificate.expiry", end, Instant::getEpochSecond)
				.description("When a certificate of this server expires, in seconds since 1970")
				.baseUnit("seconds")
				.tag("file", published.name())
				// By default a gauge references the instant only weakly, and nothing else
				// does.
				.strongReference(true)
				.register(meters);
		});
	}

	@Scheduled(initialDelay = 1, fixedRate = 1, timeUnit = TimeUnit.DAYS)
	synchronized void look() {
		credentials.expiryWarnings(clock.instant())
			.stream()
			.filter(reported::add)
			.forEach(warning -> logger.warn("{}", words(warning)));
	}

	/** The text of a warning, for administrators. */
	static String words(ExpiryWarning warning) {
		return warning.name()
				+ (warning.withinDays() == 0 ? ": the certificate expired on " + warning.expiry()
						: ": the certificate expires on " + warning.expiry() + ", in less than " + warning.withinDays()
								+ (warning.withinDays() == 1 ? " day" : " days"))
				+ "; publish a new key, then sign with it (docs/operations.md)";
	}

	/** Describes the signing key and the keys that are only published. */
	static void describe(Credentials credentials, Instant now, SummaryLines lines) {
		lines.add("signing key", credentials.signing().name() + ", " + name(credentials.signing().algorithm()) + ", "
				+ until(credentials.published().getFirst(), now));
		credentials.published()
			.stream()
			.skip(1)
			.forEach(certificate -> lines.add("published key", certificate.name() + ", "
					+ certificate.certificate().getPublicKey().getAlgorithm() + ", " + until(certificate, now)));
	}

	private static String name(SignatureAlgorithm algorithm) {
		return algorithm.name().replace('_', ' ');
	}

	private static String until(PublishedCertificate published, Instant now) {
		Instant end = published.certificate().getNotAfter().toInstant();
		long days = Duration.between(now, end).toDays();
		return end.isBefore(now) ? "expired on " + DAY.format(end)
				: "certificate until " + DAY.format(end) + (days < 30 ? " (" + days + " days left)" : "");
	}

}
