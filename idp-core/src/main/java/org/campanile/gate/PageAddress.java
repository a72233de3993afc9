package org.campanile.gate;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a page that a browser requests from a web server. Its path is normalised
 * once as nginx does: escapes are decoded, slashes are merged. Addresses that the
 * application behind the web server, which gets the path as it was sent, might read
 * differently are refused, dot segments among them, which browsers resolve themselves
 * (WHATWG URL, 4.4). Immutable.
 *
 * @param origin scheme, host and port, in lower case, without the default port
 * @param host in lower case
 * @param path normalised, decoded; begins with a slash
 * @param raw the whole address, as the browser sent it
 */
public record PageAddress(String origin, String host, String path, String raw) {

	private static final int MAX_LENGTH = 8192;

	private static final Pattern SHAPE = Pattern.compile(
			"(https?)://([a-z0-9]([a-z0-9.-]*[a-z0-9])?)(?::([0-9]{1,5}))?(/[^?#]*)?(\\?[^#]*)?",
			Pattern.CASE_INSENSITIVE);

	/** Parses an address; empty if the gate cannot protect it. */
	public static Optional<PageAddress> of(String address) {
		Matcher matcher = SHAPE.matcher(address);
		if (address.length() > MAX_LENGTH || !matcher.matches()
				|| address.chars().anyMatch(c -> c <= ' ' || c >= 0x7f || c == '\\')) {
			return Optional.empty();
		}
		String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
		String host = matcher.group(2).toLowerCase(Locale.ROOT);
		String port = matcher.group(4);
		boolean standard = port == null || Integer.parseInt(port) == (scheme.equals("https") ? 443 : 80);
		String origin = scheme + "://" + host + (standard ? "" : ":" + Integer.parseInt(port));
		return normalized(matcher.group(5) == null ? "/" : matcher.group(5))
			.map(path -> new PageAddress(origin, host, path, address));
	}

	/** Normalises a path; empty if it is ambiguous. */
	static Optional<String> normalized(String raw) {
		// Libraries that parse URLs take what follows for a host (RFC 3986, 4.2).
		if (raw.startsWith("//")) {
			return Optional.empty();
		}
		List<String> segments = new ArrayList<>();
		String[] parts = raw.split("/", -1);
		for (int i = 1; i < parts.length; i++) {
			// A parameter of the segment (RFC 3986, 3.3): some servers remove it, others
			// decode it as a part of the path.
			int semicolon = parts[i].indexOf(';');
			Optional<String> segment = decoded(semicolon < 0 ? parts[i] : parts[i].substring(0, semicolon));
			if (segment.isEmpty() || isDots(segment.get()) || semicolon >= 0
					&& (segment.get().isEmpty() || decoded(parts[i].substring(semicolon + 1)).isEmpty())) {
				return Optional.empty();
			}
			if (!segment.get().isEmpty() || i == parts.length - 1) {
				segments.add(segment.get());
			}
		}
		return Optional.of("/" + String.join("/", segments));
	}

	private static boolean isDots(String segment) {
		return segment.equals(".") || segment.equals("..");
	}

	/**
	 * Decodes escapes; empty for escapes of characters that end or divide a path, or
	 * begin another escape.
	 */
	private static Optional<String> decoded(String segment) {
		if (segment.indexOf('%') < 0) {
			return Optional.of(segment);
		}
		ByteBuffer bytes = ByteBuffer.allocate(segment.length());
		for (int i = 0; i < segment.length(); i++) {
			char c = segment.charAt(i);
			if (c != '%') {
				bytes.put((byte) c);
				continue;
			}
			if (i + 2 >= segment.length() || !HexFormat.isHexDigit(segment.charAt(i + 1))
					|| !HexFormat.isHexDigit(segment.charAt(i + 2))) {
				return Optional.empty();
			}
			int value = HexFormat.fromHexDigits(segment, i + 1, i + 3);
			if (value < ' ' || value == 0x7f || "/\\%;?#".indexOf(value) >= 0) {
				return Optional.empty();
			}
			bytes.put((byte) value);
			i += 2;
		}
		try {
			return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString());
		}
		catch (CharacterCodingException ex) {
			return Optional.empty();
		}
	}

	/** Whether the page is at a prefix or below it. */
	boolean isBelow(PageAddress prefix) {
		String above = prefix.path;
		return origin.equals(prefix.origin) && path.startsWith(above)
				&& (above.endsWith("/") || path.length() == above.length() || path.charAt(above.length()) == '/');
	}

}
