package org.campanile.web.page;

import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.thymeleaf.IEngineConfiguration;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.cache.AlwaysValidCacheEntryValidity;
import org.thymeleaf.cache.ICacheEntryValidity;
import org.thymeleaf.context.ITemplateContext;
import org.thymeleaf.messageresolver.AbstractMessageResolver;
import org.thymeleaf.spring6.dialect.SpringStandardDialect;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.AbstractTemplateResolver;
import org.thymeleaf.templateresource.ITemplateResource;
import org.thymeleaf.templateresource.StringTemplateResource;

/**
 * Creates template engines over a fixed set of templates: the given ones, otherwise the
 * built-in ones. A template sees only the model of its page; it has no access to the
 * request, the session or beans.
 */
final class PageTemplates {

	/** The variable that holds the texts of the page's language. */
	static final String TEXTS = "texts";

	private PageTemplates() {
	}

	static TemplateEngine engine(Map<String, String> templates) {
		SpringStandardDialect dialect = new SpringStandardDialect();
		dialect.setEnableSpringELCompiler(true);
		loadEvaluator(dialect);
		TemplateEngine engine = new TemplateEngine();
		engine.setDialect(dialect);
		engine.setTemplateResolver(new Resolver(templates));
		engine.setMessageResolver(new TextsResolver());
		return engine;
	}

	/**
	 * Thymeleaf compiles all expressions of the process with the context class loader of
	 * the thread that loads its evaluator. If that were the thread of a request, it would
	 * be the web application's loader, which finds no classes once the application has
	 * stopped.
	 */
	private static void loadEvaluator(SpringStandardDialect dialect) {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(PageTemplates.class.getClassLoader());
		try {
			dialect.getVariableExpressionEvaluator();
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	/** Removes indentation, which browsers do not need. */
	private static String lean(String template) {
		return template.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
	}

	private static final class Resolver extends AbstractTemplateResolver {

		private final Map<String, String> templates;

		Resolver(Map<String, String> templates) {
			this.templates = templates;
		}

		@Override
		protected boolean computeResolvable(IEngineConfiguration configuration, @Nullable String ownerTemplate,
				String template, @Nullable Map<String, Object> templateResolutionAttributes) {
			return true;
		}

		@Override
		protected @Nullable ITemplateResource computeTemplateResource(IEngineConfiguration configuration,
				@Nullable String ownerTemplate, String template,
				@Nullable Map<String, Object> templateResolutionAttributes) {
			String own = templates.get(template);
			if (own != null) {
				return new StringTemplateResource(own);
			}
			String builtIn = Resources.find(template + ".html");
			return builtIn == null ? null : new StringTemplateResource(lean(builtIn));
		}

		@Override
		protected TemplateMode computeTemplateMode(IEngineConfiguration configuration, @Nullable String ownerTemplate,
				String template, @Nullable Map<String, Object> templateResolutionAttributes) {
			return TemplateMode.HTML;
		}

		@Override
		protected ICacheEntryValidity computeValidity(IEngineConfiguration configuration,
				@Nullable String ownerTemplate, String template,
				@Nullable Map<String, Object> templateResolutionAttributes) {
			return AlwaysValidCacheEntryValidity.INSTANCE;
		}

	}

	private static final class TextsResolver extends AbstractMessageResolver {

		@Override
		public String resolveMessage(ITemplateContext context, @Nullable Class<?> origin, String key,
				Object @Nullable [] messageParameters) {
			return ((LanguageTexts) context.getVariable(TEXTS)).text(key);
		}

		@Override
		public @Nullable String createAbsentMessageRepresentation(ITemplateContext context, @Nullable Class<?> origin,
				String key, Object @Nullable [] messageParameters) {
			return null;
		}

	}

}
