package org.campanile.perf.report.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** What a page carries with it. Thread-safe. */
final class PageResources {

	private static final String WEBJAR = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";

	private PageResources() {
	}

	static String style() {
		return read("/org/campanile/perf/report/document/page.css");
	}

	static String script() {
		return read("/org/campanile/perf/report/document/page.js");
	}

	/**
	 * Chart.js of the version on the class path, without the hint where its source is.
	 */
	static String chartLibrary() {
		Properties properties = new Properties();
		try {
			properties.load(new StringReader(read(WEBJAR)));
		}
		catch (IOException exception) {
			throw new UncheckedIOException(exception);
		}
		String version = properties.getProperty("version", "unknown");
		return read("/META-INF/resources/webjars/chart.js/" + version + "/dist/chart.umd.js")
			.replaceAll("(?m)^//# sourceMappingURL=.*$", "")
			.replace("</script", "<\\/script");
	}

	private static String read(String name) {
		try (InputStream content = PageResources.class.getResourceAsStream(name)) {
			if (content == null) {
				throw new IllegalStateException(name + " is not on the class path: the build is incomplete");
			}
			return new String(content.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException exception) {
			throw new UncheckedIOException(name + " cannot be read", exception);
		}
	}

}
