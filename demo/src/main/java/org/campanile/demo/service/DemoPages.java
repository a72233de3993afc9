package org.campanile.demo.service;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.campanile.IdentityProvider;
import org.campanile.saml.SamlEndpoints;
import org.campanile.testkit.directory.DemoPerson;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.web.logout.LogoutEndpoints;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.util.UriComponentsBuilder;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.dialect.SpringStandardDialect;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/**
 * Renders the demo's pages. They have their own templates and engine, so that
 * customizations of the server's pages do not affect them.
 */
final class DemoPages {

	private final TemplateEngine engine;

	private final DemoServices services;

	private final IdentityProvider identityProvider;

	private final String contentSecurityPolicy;

	private final List<DemoPerson> people;

	private final boolean factors;

	/**
	 * @param people offered as links; the fragment of such a link names the user that the
	 * login page fills in
	 * @param factors whether a second factor can be asked for
	 */
	DemoPages(DemoServices services, IdentityProvider identityProvider, List<DemoPerson> people, boolean factors) {
		this.factors = factors;
		this.people = people;
		this.services = services;
		this.identityProvider = identityProvider;
		this.engine = engine();
		String origin = UriComponentsBuilder.fromUriString(identityProvider.baseUrl())
			.replacePath(null)
			.build()
			.toUriString();
		this.contentSecurityPolicy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' " + origin
				+ "; base-uri 'none'; frame-ancestors 'none'";
	}

	/**
	 * Returns the page where a login starts. Users to choose from are shown only while no
	 * user is signed in: single sign-on would sign the current user in again.
	 * @param elsewhere whether a user is signed in at the other service
	 */
	ResponseEntity<String> start(DemoService service, @Nullable DemoSession session, boolean elsewhere) {
		String unsolicited = UriComponentsBuilder.fromUriString(identityProvider.url(SamlEndpoints.UNSOLICITED_SSO))
			.queryParam("providerId", "{entity}")
			.queryParam("shire", "{endpoint}")
			.queryParam("target", "unsolicited")
			.encode()
			.buildAndExpand(service.provider().entityId(), service.provider().settings().assertionConsumerServiceUrl())
			.toUriString();
		return page(HttpStatus.OK, "start", service,
				Map.of("unsolicited", unsolicited, "metadata", local(service.path() + "/metadata"), "who",
						session == null ? "" : session.who(), "elsewhere", elsewhere, "people", people, "factors",
						factors, "account", local("/account")),
				null);
	}

	/** Sends the request by HTTP-POST; without scripts, the user presses a button. */
	ResponseEntity<String> carry(DemoService service, PostRequest request) {
		return page(HttpStatus.OK, "carry", service, Map.of("request", request), null);
	}

	/**
	 * Shows the decoded response.
	 * @param cookie a cookie to set with it; null for none
	 */
	ResponseEntity<String> result(DemoService service, ResultView result, @Nullable String cookie) {
		return page(HttpStatus.OK, "result", service, Map.of("result", result), cookie);
	}

	/**
	 * The user is signed out here, and the identity provider has reported the outcome
	 * elsewhere.
	 * @param everywhere whether the user is signed out at all services
	 */
	ResponseEntity<String> signedOut(DemoService service, boolean everywhere) {
		return page(HttpStatus.OK, "signed-out", service, Map.of("everywhere", everywhere), null);
	}

	/** The response was rejected. */
	ResponseEntity<String> rejected(DemoService service, String detail) {
		return page(HttpStatus.BAD_REQUEST, "rejected", service, Map.of("detail", detail), null);
	}

	private ResponseEntity<String> page(HttpStatus status, String template, DemoService service,
			Map<String, Object> variables, @Nullable String cookie) {
		Context context = new Context();
		context.setVariables(variables);
		DemoService other = services.otherThan(service);
		context.setVariable("service", service.name());
		context.setVariable("entityId", service.provider().entityId());
		context.setVariable("signIn", local(service.path() + "/sign-in"));
		context.setVariable("home", local(service.path()));
		context.setVariable("otherService", other.name());
		context.setVariable("otherHome", local(other.path()));
		context.setVariable("otherSignIn", local(other.path() + "/sign-in?how=redirect"));
		context.setVariable("signOut", local(LogoutEndpoints.LOGOUT));
		context.setVariable("signOutEverywhere", local(service.path() + "/sign-out"));
		context.setVariable("style", local("/demo/style.css"));
		ResponseEntity.BodyBuilder response = ResponseEntity.status(status);
		if (cookie != null) {
			response.header(HttpHeaders.SET_COOKIE, cookie);
		}
		return response.contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
			.cacheControl(CacheControl.noStore())
			.header("Content-Security-Policy", contentSecurityPolicy)
			.body(engine.process(template, context));
	}

	/** Returns a URL without host, so that it works under any host name. */
	private String local(String path) {
		return identityProvider.contextPath() + path;
	}

	/** Finds templates and their texts in this class's package. */
	static TemplateEngine engine() {
		ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver(DemoPages.class.getClassLoader());
		resolver.setPrefix("org/campanile/demo/service/");
		resolver.setSuffix(".html");
		resolver.setTemplateMode(TemplateMode.HTML);
		resolver.setCharacterEncoding("UTF-8");
		TemplateEngine engine = new TemplateEngine();
		engine.setDialect(new SpringStandardDialect());
		engine.setTemplateResolver(resolver);
		return engine;
	}

}
