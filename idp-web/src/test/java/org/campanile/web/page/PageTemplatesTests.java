package org.campanile.web.page;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;

import static org.assertj.core.api.Assertions.assertThat;

class PageTemplatesTests {

	/** Enough renderings for the expressions to be compiled. */
	private static final int TIMES = 300;

	@Test
	void whenAThreadsContextClassLoaderFindsNoClassesThenPagesAreRenderedAllTheSame() throws Exception {
		TemplateEngine engine = PageTemplates
			.engine(Map.of("list", "<b th:each=\"number : ${numbers}\" th:text=\"${number.length()}\"></b>"));
		Context context = new Context(Locale.ROOT, Map.of("numbers", List.of("one", "three")));
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
			thread.setContextClassLoader(empty);
			for (int i = 0; i < TIMES; i++) {
				assertThat(engine.process("list", context)).isEqualTo("<b>3</b><b>5</b>");
			}
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

}
