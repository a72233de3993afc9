package org.campanile.web.audit;

import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** The User-Agent header of a request; it may be hostile, so it is truncated. */
public final class UserAgent {

	private static final String FIELD = "userAgent";

	private static final int MAX_LENGTH = 256;

	/**
	 * Markers in a browser's header with the browser's name; the first match counts, as
	 * most browsers claim to be others as well.
	 */
	private static final List<Mark> BROWSERS = List.of(new Mark("Edg", "Edge"), new Mark("OPR/", "Opera"),
			new Mark("SamsungBrowser", "Samsung Internet"), new Mark("Vivaldi", "Vivaldi"),
			new Mark("Firefox", "Firefox"), new Mark("FxiOS", "Firefox"), new Mark("CriOS", "Chrome"),
			new Mark("Chrome/", "Chrome"), new Mark("Safari/", "Safari"), new Mark("MSIE ", "Internet Explorer"),
			new Mark("Trident/", "Internet Explorer"));

	private static final List<Mark> SYSTEMS = List.of(new Mark("iPhone", "iPhone"), new Mark("iPad", "iPad"),
			new Mark("Android", "Android"), new Mark("Windows", "Windows"), new Mark("CrOS", "ChromeOS"),
			new Mark("Macintosh", "macOS"), new Mark("Linux", "Linux"));

	/** A part of the header, and the name of what sends it. */
	private record Mark(String text, String name) {
	}

	private UserAgent() {
	}

	/**
	 * Adds it to the fields of an audit line, to be called last, as the value is long.
	 */
	public static void add(Map<String, String> fields, HttpServletRequest request) {
		@Nullable String header = request.getHeader("User-Agent");
		if (header != null && !header.isEmpty()) {
			fields.put(FIELD, header.length() <= MAX_LENGTH ? header : header.substring(0, MAX_LENGTH));
		}
	}

	/**
	 * Returns the browser and the system without their versions, such as
	 * {@code Firefox, Windows}, which users see in every language.
	 * @param header null for a request without it
	 * @return empty for an unknown device
	 */
	public static String device(@Nullable String header) {
		if (header == null) {
			return "";
		}
		String browser = first(BROWSERS, header);
		String system = first(SYSTEMS, header);
		return browser.isEmpty() || system.isEmpty() ? browser + system : browser + ", " + system;
	}

	private static String first(List<Mark> marks, String header) {
		return marks.stream().filter(mark -> header.contains(mark.text())).map(Mark::name).findFirst().orElse("");
	}

}
