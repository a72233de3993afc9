package org.campanile.attribute.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.attribute.SourceQuery;
import org.campanile.http.Urls;

/**
 * A URL in whose path and query {@code {name}} stands for a value of the user. Everything
 * in a value but letters, digits, {@code -}, {@code .}, {@code _} and {@code ~} is
 * percent-encoded, so that no value ends a segment or begins a parameter. Immutable.
 */
public final class UrlTemplate {

	private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_;-]*)}");

	private static final Pattern AUTHORITY = Pattern.compile("^[a-z]+://([^/?#]*)");

	/** Matches a segment that a server may take for this folder or its parent. */
	private static final Pattern DOT_SEGMENT = Pattern.compile("(?:^|[/\\\\])\\.\\.?(?:[/\\\\;]|$)");

	private final String template;

	private final URI example;

	private final Set<String> names = new TreeSet<>();

	private UrlTemplate(String template, URI example) {
		this.template = template;
		this.example = example;
		PLACEHOLDER.matcher(template).results().forEach(found -> names.add(found.group(1)));
	}

	/**
	 * Reads a template.
	 * @throws IllegalArgumentException if it is not a URL of http or https, has no
	 * placeholder, or has one in its host
	 */
	public static UrlTemplate parse(String text) {
		URI example;
		try {
			example = new URI(PLACEHOLDER.matcher(text).replaceAll("x"));
		}
		catch (URISyntaxException ex) {
			// As a cause it would quote the password that the URL may contain.
			throw new IllegalArgumentException("'" + Urls.withoutUser(text) + "' is not a URL: " + ex.getReason());
		}
		if (example.getHost() == null || !Set.of("http", "https").contains(String.valueOf(example.getScheme()))
				|| example.getRawUserInfo() != null || example.getRawFragment() != null) {
			throw new IllegalArgumentException("'" + Urls.withoutUser(text)
					+ "' is not of the form https://host/path/{username}, without user and fragment; "
					+ "set username and password for basic authentication");
		}
		Matcher authority = AUTHORITY.matcher(text);
		if (authority.find() && authority.group(1).indexOf('{') >= 0) {
			throw new IllegalArgumentException("'" + text + "': the host cannot come from the user");
		}
		UrlTemplate parsed = new UrlTemplate(text, example);
		if (parsed.names.isEmpty()) {
			throw new IllegalArgumentException(
					"'" + text + "' asks for nobody in particular; write {username} into it");
		}
		return parsed;
	}

	public Set<String> names() {
		return java.util.Collections.unmodifiableSet(names);
	}

	/** Whether the connection is encrypted. */
	public boolean encrypted() {
		return "https".equals(example.getScheme());
	}

	/** The host, without brackets. */
	public String host() {
		return example.getHost().replaceAll("[\\[\\]]", "");
	}

	/** The server's root. */
	URI root() {
		return example.resolve("/");
	}

	/**
	 * The URL for a user.
	 * @return empty for a value that would lead elsewhere in the path, such as
	 * {@code ..}, also on a server that decodes slashes before it reads the path
	 */
	Optional<URI> fill(SourceQuery query) {
		URI filled = URI.create(PLACEHOLDER.matcher(template)
			.replaceAll(found -> Matcher.quoteReplacement(Urls.encode(query.get(found.group(1))))));
		return DOT_SEGMENT.matcher(filled.getPath()).find() ? Optional.empty() : Optional.of(filled);
	}

	@Override
	public String toString() {
		return template;
	}

}
