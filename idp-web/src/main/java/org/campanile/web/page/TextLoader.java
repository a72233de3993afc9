package org.campanile.web.page;

import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Assembles the texts of each language. Each text is taken from the first of these files
 * that contains its key: the home folder's file for the language, the built-in one, the
 * home folder's {@code messages.properties}, the built-in English one. A faulty file or
 * text of the home folder is reported and ignored.
 */
final class TextLoader {

	/** Keys of this prefix belong to the templates of the home folder. */
	static final String OWN_PREFIX = "local.";

	private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]+)}");

	private static final Pattern BROKEN_ESCAPE = Pattern.compile("\\\\u(?![0-9a-fA-F]{4})");

	private final Map<String, String> english = parse(Resources.read("messages.properties"));

	private final Map<String, String> files;

	private final Consumer<String> faults;

	/**
	 * @param files the home folder's message files: name to text
	 * @param faults receives their faults, one line each
	 */
	TextLoader(Map<String, String> files, Consumer<String> faults) {
		this.files = files;
		this.faults = faults;
	}

	Map<Locale, LanguageTexts> load(List<Locale> languages) {
		Map<String, String> base = new HashMap<>(english);
		base.putAll(own("messages.properties"));
		Map<Locale, LanguageTexts> loaded = new LinkedHashMap<>();
		for (Locale locale : languages) {
			Map<String, String> texts = new HashMap<>(base);
			for (String tag : new LinkedHashSet<>(List.of(locale.getLanguage(), locale.toLanguageTag()))) {
				String builtIn = "en".equals(tag) ? null : Resources.find("messages_" + tag + ".properties");
				if (builtIn != null) {
					texts.putAll(parse(builtIn));
				}
				texts.putAll(own("messages_" + tag + ".properties"));
			}
			loaded.put(locale, new LanguageTexts(locale, texts));
		}
		return loaded;
	}

	/** Whether the texts of a language are built in. */
	static boolean isBuiltIn(Locale locale) {
		return "en".equals(locale.getLanguage())
				|| Resources.find("messages_" + locale.getLanguage() + ".properties") != null;
	}

	private Map<String, String> own(String file) {
		String source = files.get(file);
		if (source == null) {
			return Map.of();
		}
		Map<String, String> texts;
		try {
			texts = parse(source);
		}
		catch (IllegalArgumentException ex) {
			faults.accept("messages/" + file + " line " + lineOf(source, BROKEN_ESCAPE)
					+ ": a \\u must be followed by four hexadecimal digits; the built-in texts are used");
			return Map.of();
		}
		texts.keySet().removeIf(key -> isBroken(file, source, key, texts.get(key)));
		return texts;
	}

	private boolean isBroken(String file, String source, String key, @Nullable String text) {
		String known = english.get(key);
		String where = "messages/" + file + " line "
				+ lineOf(source, Pattern.compile("^\\s*" + Pattern.quote(key) + "\\s*[=:]", Pattern.MULTILINE)) + ": ";
		if (known == null) {
			if (!key.startsWith(OWN_PREFIX)) {
				faults.accept(where + "no page has a text '" + key + "'; texts for templates of your own begin with '"
						+ OWN_PREFIX + "'");
			}
			return !key.startsWith(OWN_PREFIX);
		}
		Set<String> unknown = placeholders(text == null ? "" : text);
		unknown.removeAll(placeholders(known));
		if (!unknown.isEmpty()) {
			faults.accept(where + "'" + key + "' has no placeholder "
					+ unknown.stream().map(name -> '{' + name + '}').collect(Collectors.joining(", "))
					+ "; the built-in text is used");
		}
		return !unknown.isEmpty();
	}

	/** The names in braces. */
	static Set<String> placeholders(String text) {
		Set<String> names = new TreeSet<>();
		Matcher matcher = PLACEHOLDER.matcher(text);
		while (matcher.find()) {
			names.add(matcher.group(1));
		}
		return names;
	}

	static Map<String, String> parse(String source) {
		Properties properties = new Properties();
		try {
			properties.load(new StringReader(source));
		}
		catch (IOException ex) {
			throw new IllegalStateException("a string is always readable", ex);
		}
		Map<String, String> texts = new HashMap<>();
		properties.stringPropertyNames().forEach(key -> texts.put(key, properties.getProperty(key)));
		return texts;
	}

	private static long lineOf(String source, Pattern pattern) {
		Matcher matcher = pattern.matcher(source);
		return matcher.find() ? 1 + source.substring(0, matcher.end()).chars().filter(c -> c == '\n').count() : 1;
	}

}
