package org.campanile.web.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/** The built-in templates, texts and style, from the class path. */
final class Resources {

	private Resources() {
	}

	static String read(String name) {
		String text = find(name);
		if (text == null) {
			throw new IllegalStateException("the program is incomplete: no " + name + " beside the pages");
		}
		return text;
	}

	static @Nullable String find(String name) {
		try (InputStream in = Resources.class.getResourceAsStream(name)) {
			return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
