package org.campanile.web.config;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.PublishedCertificate;
import org.campanile.saml.crypto.SignatureAlgorithm;

/** Lines of a label and what it says, in two columns. */
final class SummaryLines {

	private static final int LABEL_WIDTH = 16;

	private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	private final List<String> lines = new ArrayList<>();

	SummaryLines add(String label, String value) {
		lines.add(label + " ".repeat(Math.max(1, LABEL_WIDTH - label.length())) + value);
		return this;
	}

	/** The key that signs, and those that are only published. */
	SummaryLines keys(Credentials credentials, Instant now) {
		add("signing key", credentials.signing().name() + ", " + words(credentials.signing().algorithm()) + ", "
				+ until(credentials.published().getFirst(), now));
		credentials.published()
			.stream()
			.skip(1)
			.forEach(certificate -> add("published key", certificate.name() + ", "
					+ certificate.certificate().getPublicKey().getAlgorithm() + ", " + until(certificate, now)));
		return this;
	}

	private static String words(SignatureAlgorithm algorithm) {
		return algorithm.name().replace('_', ' ');
	}

	private static String until(PublishedCertificate published, Instant now) {
		Instant end = published.certificate().getNotAfter().toInstant();
		long days = Duration.between(now, end).toDays();
		return end.isBefore(now) ? "expired on " + DAY.format(end)
				: "certificate until " + DAY.format(end) + (days < 30 ? " (" + days + " days left)" : "");
	}

	List<String> lines() {
		return List.copyOf(lines);
	}

}
