package org.campanile.web.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;

import org.jspecify.annotations.Nullable;

/**
 * The texts of one language. Placeholders are names in braces. Immutable.
 */
public final class LanguageTexts {

	private final Locale locale;

	private final Map<String, String> byKey;

	LanguageTexts(Locale locale, Map<String, String> byKey) {
		this.locale = locale;
		this.byKey = Map.copyOf(byKey);
	}

	public Locale locale() {
		return locale;
	}

	/**
	 * @throws MissingResourceException if there is no such text: the key in the template
	 * or the call is wrong
	 */
	public String text(String key) {
		String text = byKey.get(key);
		if (text == null) {
			throw new MissingResourceException("no text has the key '" + key + "'", LanguageTexts.class.getName(), key);
		}
		return text;
	}

	/** Returns the text, or another one if there is none of that key. */
	public String textOr(String key, String other) {
		return byKey.getOrDefault(key, other);
	}

	/**
	 * Formats a time as the language writes it. English without a country would use the
	 * United States' format.
	 */
	public String format(DateTimeFormatter formatter, Instant time, ZoneId zone) {
		return formatter.withLocale(Locale.ENGLISH.equals(locale) ? Locale.UK : locale).withZone(zone).format(time);
	}

	/**
	 * Returns the last day in UTC of a period that ends before that time, as the language
	 * writes it.
	 */
	public String lastDayBefore(Instant end) {
		return format(DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG), end.minusSeconds(1), ZoneOffset.UTC);
	}

	/** The text with its one placeholder filled. */
	public String text(String key, String placeholder, String value) {
		return text(key).replace('{' + placeholder + '}', value);
	}

	/** The text split at the first occurrence of the placeholder. */
	public Phrase around(String key, String placeholder, String name) {
		String text = text(key);
		String marker = '{' + placeholder + '}';
		int at = text.indexOf(marker);
		return at < 0 ? new Phrase(text, "", "")
				: new Phrase(text.substring(0, at), name, text.substring(at + marker.length()));
	}

	/** A duration in words, rounded up. */
	public String wait(Duration time) {
		long seconds = Math.max(1, time.plusNanos(999_999_999).toSeconds());
		if (seconds <= 50) {
			return count("wait.second", (seconds + 9) / 10 * 10);
		}
		long minutes = (seconds + 59) / 60;
		return minutes < 60 ? count("wait.minute", minutes) : count("wait.hour", (minutes + 59) / 60);
	}

	/**
	 * Returns the text about too many attempts, with the time to wait where that is
	 * known.
	 */
	public String throttled(@Nullable Duration wait) {
		return wait == null ? text("login.error.throttled") : text("login.error.throttled-for", "wait", wait(wait));
	}

	/** Returns the singular or the plural text for a number. */
	public String count(String key, long count) {
		return text(key + (count == 1 ? ".one" : ".other"), "count", Long.toString(count));
	}

}
