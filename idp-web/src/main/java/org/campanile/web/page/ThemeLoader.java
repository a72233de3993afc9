package org.campanile.web.page;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;
import org.thymeleaf.TemplateEngine;

import org.campanile.HomeFolder;
import org.campanile.web.page.Theme.Style;

/** Reads the home folder's overrides. A broken file is reported and ignored. */
final class ThemeLoader {

	private static final String STYLE = "style.css";

	/** The variable of the link on the login page. */
	private static final String FORGOTTEN_PASSWORD = "forgottenPasswordUrl";

	private final Branding branding;

	private final HomeFolder home;

	private final TemplateEngine builtIn = PageTemplates.engine(Map.of());

	ThemeLoader(Branding branding, HomeFolder home) {
		this.branding = branding;
		this.home = home;
	}

	/** The state of a file, to detect changes. */
	record Stamp(Path file, FileTime modified, long size) {
	}

	/**
	 * Returns every file that a theme would be loaded from, in order.
	 * @param faults receives a line for each folder or file that cannot be read
	 */
	List<Stamp> stamps(Consumer<String> faults) {
		List<Stamp> stamps = new ArrayList<>();
		collect(home.views(), stamps, faults);
		collect(home.messages(), stamps, faults);
		stamps.sort(Comparator.comparing(Stamp::file));
		return stamps;
	}

	/**
	 * @param faults receives the faults of the files, one line each
	 */
	Theme load(Consumer<String> faults) {
		Map<String, String> templates = new HashMap<>();
		Map<String, String> messages = new HashMap<>();
		String style = "";
		LogoFile logo = null;
		for (Stamp stamp : stamps(faults)) {
			String name = String.valueOf(stamp.file().getFileName());
			boolean view = home.views().equals(stamp.file().getParent());
			if (view && branding.logoIsFile() && name.equals(branding.logo())) {
				logo = logo(stamp, faults);
				continue;
			}
			String text = read(stamp.file(), faults);
			if (text == null) {
				continue;
			}
			if (!view) {
				messages.put(name, text);
			}
			else if (name.endsWith(".html")) {
				templates.put(name.substring(0, name.length() - ".html".length()), text);
			}
			else {
				style = style(text, faults);
			}
		}
		if (branding.logoIsFile() && logo == null) {
			faults.accept("views/" + branding.logo() + ": there is no logo to show");
		}
		Map<Locale, LanguageTexts> texts = new TextLoader(messages, faults).load(branding.languages());
		return new Theme(branding, texts, Style.of(branding.accent(), style), logo, builtIn,
				templates.isEmpty() ? null : PageTemplates.engine(templates),
				templates.getOrDefault("login", FORGOTTEN_PASSWORD).contains(FORGOTTEN_PASSWORD));
	}

	private static String style(String css, Consumer<String> faults) {
		if (css.contains("</") || css.contains("<!")) {
			faults.accept("views/" + STYLE + ": a style sheet with markup in it would end the page's style early; it "
					+ "is ignored");
			return "";
		}
		// Browsers normalize line ends to \n before they compute the hash of the style.
		return css.replace("\r\n", "\n").replace('\r', '\n');
	}

	private static @Nullable LogoFile logo(Stamp stamp, Consumer<String> faults) {
		String name = String.valueOf(stamp.file().getFileName());
		if (stamp.size() > LogoFile.LARGEST) {
			faults.accept("views/" + name + ": a logo has at most " + LogoFile.LARGEST / 1024 + " KiB");
			return null;
		}
		try {
			byte[] bytes = Files.readAllBytes(stamp.file());
			CRC32C sum = new CRC32C();
			sum.update(bytes);
			return new LogoFile(bytes, LogoFile.contentType(name).orElse("application/octet-stream"),
					HexFormat.of().toHexDigits((int) sum.getValue()));
		}
		catch (IOException ex) {
			faults.accept("views/" + name + ": cannot be read (" + ex + ")");
			return null;
		}
	}

	private @Nullable String read(Path file, Consumer<String> faults) {
		try {
			return Files.readString(file);
		}
		catch (CharacterCodingException ex) {
			faults.accept(home.path().relativize(file) + ": is not UTF-8 text; it is ignored");
		}
		catch (IOException ex) {
			faults.accept(unreadable(file, ex));
		}
		return null;
	}

	private String unreadable(Path file, IOException ex) {
		return home.path().relativize(file) + ": cannot be read (" + ex + "); it is ignored";
	}

	private void collect(Path folder, List<Stamp> stamps, Consumer<String> faults) {
		try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, this::matters)) {
			for (Path file : files) {
				stamp(file, stamps, faults);
			}
		}
		catch (NoSuchFileException ex) {
			// Without the folder, there is nothing to override.
		}
		catch (IOException | DirectoryIteratorException ex) {
			faults.accept(home.path().relativize(folder) + ": cannot be listed (" + ex + "); nothing in it is used");
		}
	}

	private void stamp(Path file, List<Stamp> stamps, Consumer<String> faults) {
		try {
			BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
			if (attributes.isRegularFile()) {
				stamps.add(new Stamp(file, attributes.lastModifiedTime(), attributes.size()));
			}
		}
		catch (NoSuchFileException ex) {
			// The file has just been removed, or is a link to one that was.
		}
		catch (IOException ex) {
			faults.accept(unreadable(file, ex));
		}
	}

	/** Whether a file is an override; hidden ones are temporary files of editors. */
	private boolean matters(Path file) {
		String name = String.valueOf(file.getFileName());
		if (home.messages().equals(file.getParent())) {
			return name.startsWith("messages") && name.endsWith(".properties");
		}
		return name.endsWith(".html") && !name.startsWith(".") || name.equals(STYLE)
				|| branding.logoIsFile() && name.equals(branding.logo());
	}

}
