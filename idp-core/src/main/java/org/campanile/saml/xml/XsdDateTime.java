package org.campanile.saml.xml;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code xsd:dateTime} as services write it: any number of fractional digits, with or
 * without a time zone (SAML Core 1.3.3: UTC is meant, whereas OpenSAML assumes the zone
 * of the machine).
 */
public final class XsdDateTime {

	private static final Pattern FORM = Pattern
		.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)?");

	private static final int NANO_DIGITS = 9;

	private XsdDateTime() {
	}

	/** The instant; empty if the text is not one. */
	public static Optional<Instant> parse(String text) {
		Matcher matcher = FORM.matcher(text.strip());
		if (!matcher.matches()) {
			return Optional.empty();
		}
		String fraction = matcher.group(2) == null ? "" : matcher.group(2);
		String local = matcher.group(1) + fraction.substring(0, Math.min(fraction.length(), NANO_DIGITS + 1));
		String zone = matcher.group(3);
		try {
			return Optional.of(zone == null ? LocalDateTime.parse(local).toInstant(ZoneOffset.UTC)
					: OffsetDateTime.parse(local + zone).toInstant());
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

}
