package org.campanile.web.page;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

import org.campanile.IdentityProvider;

/**
 * Serves pages in a container of its own: at {@code /idp/page/NAME}, and at
 * {@code /idp/live/NAME} with the {@code Refresh} header by which the browser leaves the
 * page. Posts to {@code /idp/login} and {@code /acs} are recorded; {@code /acs} answers
 * like a service, with a redirect to another origin.
 */
final class PagesContainer implements AutoCloseable {

	private static final String LOGO = """
			<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="#1d5c87" d="M6 44V20L24 6l18 14v24z"/>\
			<path fill="#fff" d="M20 44V28a4 4 0 0 1 8 0v16z"/></svg>""";

	final Map<String, PagesFixture.Show> shows = new LinkedHashMap<>();

	final Map<String, Map<String, String>> posted = new ConcurrentHashMap<>();

	private final Tomcat tomcat = new Tomcat();

	private final PagesFixture fixture;

	PagesContainer(Path folder, boolean withLogo) throws IOException, LifecycleException {
		Files.createDirectories(folder.resolve("views"));
		Files.writeString(folder.resolve("views/crest.svg"), LOGO);
		Branding plain = PagesFixture.BRANDING;
		Branding branding = new Branding(plain.name(), withLogo ? "crest.svg" : null, plain.accent(), plain.helpUrl(),
				plain.privacyUrl(), plain.imprintUrl(), plain.forgottenPasswordUrl(), plain.changePasswordUrl(),
				plain.languages(), plain.defaultLanguage(), plain.languageCookie(), plain.formTargets());
		this.fixture = new PagesFixture(folder, branding,
				new IdentityProvider("urn:test", "http://127.0.0.1/idp", List.of()));
		tomcat.setBaseDir(Files.createDirectories(folder.resolve("tomcat")).toString());
		tomcat.setHostname("localhost");
		tomcat.setPort(0);
		Context context = tomcat.addContext("", folder.toString());
		Tomcat.addServlet(context, "pages", new PagesServlet());
		context.addServletMappingDecoded("/*", "pages");
		tomcat.start();
	}

	URI base() {
		return URI.create("http://127.0.0.1:" + port());
	}

	int port() {
		return tomcat.getConnector().getLocalPort();
	}

	@Override
	public void close() throws LifecycleException {
		tomcat.stop();
		tomcat.destroy();
	}

	private final class PagesServlet extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
			String path = request.getRequestURI();
			if ("POST".equals(request.getMethod())) {
				Map<String, String> fields = new LinkedHashMap<>();
				request.getParameterMap().forEach((name, values) -> fields.put(name, values[0]));
				posted.put(path, fields);
			}
			if (path.equals("/acs")) {
				response.sendRedirect("http://localhost:" + port() + "/landed");
			}
			else if (path.startsWith("/idp/page/")) {
				show(path.substring("/idp/page/".length()), request, new Staying(response));
			}
			else if (path.startsWith("/idp/live/")) {
				show(path.substring("/idp/live/".length()), request, response);
			}
			else if (path.equals("/idp/logo")) {
				LogoFile logo = Objects.requireNonNull(fixture.pages.logo());
				response.setContentType(logo.contentType());
				response.getOutputStream().write(logo.bytes());
			}
			else {
				response.setContentType("text/html");
				response.getWriter().write("<!DOCTYPE html><html lang=en><title>" + path.substring(1) + "</title>");
			}
		}

		private void show(String name, HttpServletRequest request, HttpServletResponse response) throws IOException {
			PagesFixture.Show page = shows.get(name);
			if (page == null) {
				// A frame of the logout page requests a page that this container does not
				// have.
				response.sendError(HttpServletResponse.SC_NOT_FOUND);
			}
			else {
				page.on(fixture.pages, request, response);
			}
		}

	}

	/** Drops the {@code Refresh} header, so that the browser stays on the page. */
	private static final class Staying extends HttpServletResponseWrapper {

		Staying(HttpServletResponse response) {
			super(response);
		}

		@Override
		public void setHeader(String name, String value) {
			if (!name.equalsIgnoreCase("Refresh")) {
				super.setHeader(name, value);
			}
		}

	}

}
