package org.campanile.web.consent;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSettings;
import org.campanile.consent.TermsApproval;
import org.campanile.web.attribute.ConfiguredSources;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Terms of use that users must accept. Their texts are plain text files in UTF-8,
 * {@code terms/NAME/VERSION.txt} in the home folder, and {@code VERSION_LANGUAGE.txt} for
 * further languages.
 *
 * @param documents the terms, in the order in which they are shown
 */
@Validated
@ConfigurationProperties("campanile.terms")
public record TermsProperties(@DefaultValue List<@Valid Document> documents) implements CheckedProperties {

	private static final String DOCUMENTS = "campanile.terms.documents";

	private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,63}");

	private static final int MAX_TEXT = 65_536;

	/**
	 * A document of terms.
	 *
	 * @param name the folder of their texts
	 * @param version the version that is in force; users are asked again when it changes
	 * @param protocols the protocols they apply to; without any, all
	 * @param services the services they apply to, by id; without any, all
	 * @param servicesMatching a regular expression for further ids, in RE2 syntax,
	 * matched as a whole
	 * @param categories entity categories of further services: a name or a URI
	 * @param registrars registrars of further services: the URI that metadata states as
	 * {@code registrationAuthority}
	 * @param attributes attributes with the values of which the user must have one each;
	 * without any, they apply to all users
	 */
	public record Document(@DefaultValue("") String name, @DefaultValue("") String version,
			@DefaultValue List<String> protocols, @DefaultValue List<String> services,
			@Nullable String servicesMatching, @DefaultValue List<String> categories,
			@DefaultValue List<String> registrars, @DefaultValue Map<String, List<String>> attributes) {

		TermsApproval.Terms terms(String key, Optional<Set<String>> attributeIds) {
			require(key + ".name", name);
			require(key + ".version", version);
			return new TermsApproval.Terms(name, version,
					new AudienceSettings(protocols, services, servicesMatching, categories, registrars, attributes)
						.audience(key, attributeIds));
		}

		private static void require(String key, String text) {
			if (!NAME.matcher(text).matches()) {
				throw new IllegalArgumentException(key + ": '" + text
						+ "' does not name a file; use letters, digits, dots and hyphens, such as 2026-10");
			}
		}

		/** Returns the texts by language; a text without a language under "". */
		Map<String, String> texts(String key, HomeFolder home) {
			Path folder = home.path().resolve("terms").resolve(name);
			Map<String, String> texts = new HashMap<>();
			Pattern file = Pattern.compile(Pattern.quote(version) + "(?:_([A-Za-z-]+))?\\.txt");
			if (Files.isDirectory(folder)) {
				try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
					for (Path each : files) {
						Matcher named = file.matcher(each.getFileName().toString());
						if (named.matches()) {
							texts.put(named.group(1) == null ? "" : named.group(1), text(key, each));
						}
					}
				}
				catch (IOException ex) {
					throw new IllegalArgumentException(key + ".name: " + folder + " cannot be read: " + ex.getMessage(),
							ex);
				}
			}
			if (!texts.containsKey("")) {
				throw new IllegalArgumentException(key + ".version: there is no text "
						+ folder.resolve(version + ".txt") + "; write it, or name a version that exists");
			}
			return texts;
		}

		private static String text(String key, Path file) throws IOException {
			if (Files.size(file) > MAX_TEXT) {
				throw new IllegalArgumentException(
						key + ".version: " + file + " is larger than 64 KiB, which nobody reads; shorten it, or link");
			}
			try {
				String text = Files.readString(file, StandardCharsets.UTF_8).strip();
				if (text.isEmpty()) {
					throw new IllegalArgumentException(key + ".version: " + file + " is empty; write the text there");
				}
				return text;
			}
			catch (MalformedInputException ex) {
				throw new IllegalArgumentException(key + ".version: " + file + " is not UTF-8; save it as UTF-8", ex);
			}
		}

	}

	/**
	 * All terms with their texts.
	 *
	 * @param policy who must accept which
	 * @param texts text by language by name
	 */
	record Texts(TermsApproval.Policy policy, Map<String, Map<String, String>> texts) {
	}

	/**
	 * The terms with the texts in the home folder.
	 * @throws IllegalArgumentException for a fault; the message begins with the key
	 */
	Texts read(Optional<Set<String>> attributeIds, HomeFolder home) {
		List<TermsApproval.Terms> terms = new ArrayList<>();
		Map<String, Map<String, String>> texts = new HashMap<>();
		for (int index = 0; index < documents.size(); index++) {
			TermsApproval.Terms each = terms(index, attributeIds);
			texts.put(each.id(), documents.get(index).texts(key(index), home));
			terms.add(each);
		}
		return new Texts(new TermsApproval.Policy(terms), texts);
	}

	/** The terms without their texts. */
	public TermsApproval.Policy policy(Optional<Set<String>> attributeIds) {
		return new TermsApproval.Policy(
				IntStream.range(0, documents.size()).mapToObj(index -> terms(index, attributeIds)).toList());
	}

	/** Returns a warning for each document that an outage of a source disables. */
	List<String> warnings(AttributeSettings settings, ConfiguredSources sources) {
		Map<String, Set<String>> deciding = new LinkedHashMap<>();
		IntStream.range(0, documents.size()).forEach(i -> deciding.put(key(i), documents.get(i).attributes().keySet()));
		return sources.disabled(deciding, settings);
	}

	private TermsApproval.Terms terms(int index, Optional<Set<String>> attributeIds) {
		return documents.get(index).terms(key(index), attributeIds);
	}

	private static String key(int index) {
		return DOCUMENTS + "[" + index + "]";
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		Set<String> names = new HashSet<>();
		IntStream.range(0, documents.size()).forEach(i -> {
			if (faults.value(() -> terms(i, context.attributeIds())).isPresent()) {
				faults.check(() -> documents.get(i).texts(key(i), context.home()));
			}
			if (!names.add(documents.get(i).name())) {
				faults.add(key(i) + ".name: '" + documents.get(i).name()
						+ "' is named twice; write one entry for it, for all whom it concerns");
			}
		});
	}

}
