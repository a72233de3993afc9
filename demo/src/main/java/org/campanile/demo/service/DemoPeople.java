package org.campanile.demo.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;

import org.campanile.testkit.directory.DemoPerson;
import org.campanile.web.page.LoginAside;

/**
 * The users of the demo, offered beside the login form with their passwords. Thread-safe.
 */
final class DemoPeople implements LoginAside {

	private final TemplateEngine templates = DemoPages.engine();

	private final String script = read("people.js").strip();

	@Override
	public String html(Locale locale) {
		return templates.process("people", new Context(locale, Map.of("people", DemoPerson.all())));
	}

	/** Returns the script that fills in the form with the chosen user. */
	@Override
	public String script() {
		return script;
	}

	private static String read(String name) {
		try (InputStream in = Objects.requireNonNull(DemoPeople.class.getResourceAsStream(name))) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
