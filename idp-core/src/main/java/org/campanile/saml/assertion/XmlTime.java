package org.campanile.saml.assertion;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/** Instants as {@code xs:dateTime} in UTC with milliseconds (SAML Core 1.3.3). */
public final class XmlTime {

	private static final int FRACTION_DIGITS = 3;

	private static final DateTimeFormatter FORMAT = new DateTimeFormatterBuilder().appendInstant(FRACTION_DIGITS)
		.toFormatter(Locale.ROOT);

	private XmlTime() {
	}

	public static String of(Instant instant) {
		return FORMAT.format(instant);
	}

}
