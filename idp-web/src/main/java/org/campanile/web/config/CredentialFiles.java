package org.campanile.web.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.PropertyPlaceholderHelper;
import org.springframework.util.SystemPropertyUtils;

import org.campanile.HomeFolder;

/**
 * Secrets that are files of their own, for {@code ${credential.NAME}} in the
 * configuration: the content of the file NAME in the folder that the environment variable
 * {@code CREDENTIALS_DIRECTORY} names, as systemd sets it, or else in {@code secrets/} of
 * the home folder, without the line break at its end. All are read at once, at a start
 * and when the configuration is read again. Immutable.
 */
final class CredentialFiles extends MapPropertySource {

	/** The prefix of placeholders. */
	static final String PREFIX = "credential.";

	private static final String NAME = "credentialFiles";

	private static final String FOLDER = "CREDENTIALS_DIRECTORY";

	/** A private key in PEM has 3 KB. */
	private static final int MAX_SIZE = 64 * 1024;

	/** Resolves placeholders like Spring does in the values of settings. */
	private static final PropertyPlaceholderHelper PLACEHOLDERS = new PropertyPlaceholderHelper(
			SystemPropertyUtils.PLACEHOLDER_PREFIX, SystemPropertyUtils.PLACEHOLDER_SUFFIX,
			SystemPropertyUtils.VALUE_SEPARATOR, SystemPropertyUtils.ESCAPE_CHARACTER, true);

	private final List<Path> folders;

	/**
	 * The faults that prevent files from being used, by name; a text contains nothing of
	 * its file.
	 */
	private final Map<String, String> faults;

	private CredentialFiles(List<Path> folders, Map<String, Object> values, Map<String, String> faults) {
		super(NAME, Map.copyOf(values));
		this.folders = List.copyOf(folders);
		this.faults = Map.copyOf(faults);
	}

	/**
	 * Reads the files for an environment, and adds them to it or replaces those read
	 * before.
	 */
	static void addTo(ConfigurableEnvironment environment) {
		List<Path> folders = new ArrayList<>();
		String given = environment.getProperty(FOLDER, "");
		if (!given.isBlank()) {
			folders.add(Path.of(given));
		}
		folders.add(new HomeFolder(Path.of(environment.getProperty(HomeEnvironment.HOME, "."))).secrets());
		CredentialFiles files = read(folders);
		environment.getPropertySources().remove(NAME);
		environment.getPropertySources().addLast(files);
	}

	/** Returns the files of an environment; none if {@link #addTo} was not called. */
	static Optional<CredentialFiles> of(ConfigurableEnvironment environment) {
		return environment.getPropertySources().get(NAME) instanceof CredentialFiles files ? Optional.of(files)
				: Optional.empty();
	}

	private static CredentialFiles read(List<Path> folders) {
		Map<String, Object> values = new HashMap<>();
		Map<String, String> faults = new HashMap<>();
		for (Path folder : folders) {
			if (Files.notExists(folder)) {
				continue;
			}
			try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
				for (Path file : files) {
					String name = String.valueOf(file.getFileName());
					// Kubernetes keeps the versions of a secret in hidden folders.
					if (!name.startsWith(".") && !Files.isDirectory(file) && !values.containsKey(PREFIX + name)
							&& !faults.containsKey(name)) {
						read(file, name, values, faults);
					}
				}
			}
			catch (IOException ex) {
				faults.put("", folder + " cannot be listed (" + reason(ex) + ")");
			}
		}
		return new CredentialFiles(folders, values, faults);
	}

	private static void read(Path file, String name, Map<String, Object> values, Map<String, String> faults) {
		try {
			if (Files.size(file) > MAX_SIZE) {
				faults.put(name, file + " has more than " + MAX_SIZE + " bytes; is it the right file?");
				return;
			}
			String text = StandardCharsets.UTF_8.newDecoder()
				.decode(ByteBuffer.wrap(Files.readAllBytes(file)))
				.toString()
				.replaceFirst("\\r?\\n\\z", "");
			if (text.isEmpty()) {
				faults.put(name, file + " is empty; write the secret into it");
				return;
			}
			String literal = literal(text);
			if (!PLACEHOLDERS.replacePlaceholders(literal, placeholder -> "").equals(text)) {
				faults.put(name, file + " contains ${ in a way that cannot be taken literally; choose another secret");
				return;
			}
			values.put(PREFIX + name, literal);
		}
		catch (CharacterCodingException ex) {
			faults.put(name, file + " is no text in UTF-8; is it the right file?");
		}
		catch (IOException ex) {
			faults.put(name, file + " cannot be read (" + reason(ex) + ")");
		}
	}

	/** Returns a text in which an apparent placeholder is taken literally. */
	private static String literal(String text) {
		int last = text.lastIndexOf('}');
		return last < 0 ? text : text.substring(0, last).replace("${", "\\${") + text.substring(last);
	}

	private static String reason(IOException failure) {
		return failure instanceof AccessDeniedException
				? "user " + System.getProperty("user.name")
						+ " has no permission; give it to that user, or let systemd " + "read it by LoadCredential"
				: failure.getClass().getSimpleName();
	}

	/**
	 * Returns why an existing file cannot be used; empty if it can, or does not exist.
	 */
	Optional<String> unusable(String name) {
		return Optional.ofNullable(faults.get(name)).map(fault -> "the credential " + name + ": " + fault);
	}

	/** Returns why a placeholder has no value, with the remedy. */
	String missing(String name) {
		return unusable(name).or(() -> Optional.ofNullable(faults.get("")))
			.orElseGet(() -> "the credential " + name + " is missing: there is no file "
					+ String.join(" and no ", folders.stream().map(folder -> folder.resolve(name).toString()).toList())
					+ "; write the secret into the last, or with systemd add LoadCredential=" + name
					+ ":/path/of/the/file to the unit");
	}

}
