package org.campanile.testkit.browser;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.jsoup.nodes.Element;

/**
 * A form of a page, with its initial values.
 *
 * @param action its target
 * @param post whether it is sent by POST
 * @param fields its fields in order, without its buttons
 */
public record Form(URI action, boolean post, Map<String, String> fields) {

	public Form {
		fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
	}

	/**
	 * Reads a form element.
	 * @param page the URL of the page
	 * @throws IllegalArgumentException if its action is not a URL
	 */
	public static Form of(Element form, URI page) {
		Map<String, String> fields = new LinkedHashMap<>();
		for (Element field : form.select("input[name], textarea[name], select[name]")) {
			String type = field.attr("type").toLowerCase(Locale.ROOT);
			boolean idle = type.equals("submit") || type.equals("button") || type.equals("image")
					|| (type.equals("checkbox") || type.equals("radio")) && !field.hasAttr("checked");
			if (!idle) {
				fields.put(field.attr("name"), field.val());
			}
		}
		String action = form.attr("action");
		return new Form(action.isEmpty() ? page : page.resolve(action), form.attr("method").equalsIgnoreCase("post"),
				fields);
	}

	/** Returns the same form with a field filled in. */
	public Form with(String name, String value) {
		Map<String, String> filled = new LinkedHashMap<>(fields);
		filled.put(name, value);
		return new Form(action, post, filled);
	}

	/** Returns the same form without a field. */
	public Form without(String name) {
		Map<String, String> rest = new LinkedHashMap<>(fields);
		rest.remove(name);
		return new Form(action, post, rest);
	}

	/** Returns the same form with another target. */
	public Form to(URI other) {
		return new Form(other, post, fields);
	}

	/** A form for POST that is not part of a page. */
	public static Form post(String action, Map<String, String> fields) {
		return new Form(URI.create(action), true, fields);
	}

	/** The fields, encoded as {@code application/x-www-form-urlencoded}. */
	public String encoded() {
		return fields.entrySet()
			.stream()
			.map(field -> encode(field.getKey()) + '=' + encode(field.getValue()))
			.collect(Collectors.joining("&"));
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
