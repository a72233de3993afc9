package org.campanile.demo.servers;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.demo.cluster.Node;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Chromium;
import org.campanile.testkit.servers.ShibbolethSp;
import org.campanile.testkit.servers.ShibbolethSp.Service;
import org.campanile.testkit.servers.Stopping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Services protected by Debian's Shibboleth SP, and three nodes with Debian's PostgreSQL
 * behind nginx, which terminates TLS: users browse with Chromium, and cannot tell which
 * node answers.
 */
class ClusterShibbolethServersIT {

	/** How often a user signs in, comes back, and logs out. */
	private static final int VISITS = 6;

	@TempDir
	private static Path folder;

	private static ProxiedCluster cluster;

	private static ShibbolethSp services;

	private static Chromium chromium;

	@BeforeAll
	static void start() throws Exception {
		chromium = Chromium.start();
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		cluster = ProxiedCluster.start(Files.createDirectory(folder.resolve("idp")), ProxiedCluster.Kind.JPA,
				new Ports(), FrontCertificate.make(folder), Map.of());
		Path metadata = folder.resolve("idp.xml");
		try (var published = URI.create(cluster.node(0).address() + "/idp/metadata").toURL().openStream()) {
			Files.copy(published, metadata);
		}
		services = ShibbolethSp.start(Files.createDirectory(folder.resolve("sp")), cluster.baseUrl() + "/shibboleth",
				metadata);
		for (Service service : List.of(Service.LIBRARY, Service.LABORATORY)) {
			introduce(service);
		}
	}

	/**
	 * Puts a service's metadata into the folder that all nodes read, and waits until all
	 * of them have read it.
	 */
	private static void introduce(Service service) throws IOException, InterruptedException {
		// Unlike Chromium, Java does not resolve every name below localhost to the
		// loopback address.
		String metadata = new String(services.metadata(service), StandardCharsets.UTF_8).replaceAll(
				"Location=\"http://[a-z]+.localhost(:[0-9]+/Shibboleth.sso/SLO/SOAP)\"",
				"Location=\"http://127.0.0.1$1\"");
		Path file = Files.writeString(folder.resolve(service.id()), metadata);
		Files.move(file, cluster.home().resolve("metadata").resolve(service.id() + ".xml"));
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
		for (Node node : cluster.nodes()) {
			String link = node.address() + "/idp/profile/SAML2/Unsolicited/SSO?providerId=" + service.entityId();
			while (new Browser().get(link).status() != 200) {
				assertThat(System.nanoTime()).as(node.name() + " has not read the metadata").isLessThan(end);
				TimeUnit.MILLISECONDS.sleep(100);
			}
		}
	}

	@AfterAll
	static void stop() {
		Stopping.all(chromium, services, cluster);
	}

	@Test
	void whenNodesTakeTurnsThenPeopleSignInComeBackAndLeaveAsIfThereWereOne() throws IOException {
		Set<String> loggedIn = new HashSet<>();
		Set<String> returned = new HashSet<>();
		Set<String> loggedOut = new HashSet<>();
		int threeNodes = 0;
		for (int visit = 0; visit < VISITS; visit++) {
			int before = lines().size();
			visit();
			List<String> log = lines();
			List<String> visited = log.subList(before, log.size());
			String login = node(visited, "POST \"/idp/login");
			String second = lastNode(visited, "GET \"/idp/profile/SAML2/Redirect/SSO");
			String logout = node(visited, "GET \"/idp/profile/Logout");
			loggedIn.add(login);
			returned.add(second);
			loggedOut.add(logout);
			threeNodes += new HashSet<>(List.of(login, second, logout)).size() == 3 ? 1 : 0;
		}
		assertThat(threeNodes)
			.as("visits that three nodes served: logged in by %s, returned by %s, left by %s", loggedIn, returned,
					loggedOut)
			.isPositive();
	}

	private void visit() {
		try (BrowserContext person = chromium.trustingPerson()) {
			Page page = person.newPage();
			page.navigate(services.url(Service.LIBRARY, "/protected"));
			assertThat(page.url()).startsWith(cluster.baseUrl() + "/profile/SAML2/Redirect/SSO?SAMLRequest=");
			page.fill("#username", "juergen");
			page.fill("#password", "juergen-demo");
			page.click("button[type=submit]");
			assertThat(told(page, Service.LIBRARY)).contains("eppn=juergen@example.edu", "affiliation=");
			assertThat(person.cookies(cluster.baseUrl())).as("cookies of the server")
				.isNotEmpty()
				.allSatisfy(cookie -> assertThat(cookie.secure).as(cookie.name).isTrue())
				.anySatisfy(cookie -> assertThat(cookie.name).startsWith("__Host-"));
			page.navigate(services.url(Service.LABORATORY, "/protected"));
			assertThat(told(page, Service.LABORATORY)).contains("eppn=juergen@example.edu");
			page.navigate(cluster.baseUrl() + "/profile/Logout");
			page.waitForURL("**/logout/done?id=*");
			assertThat(page.locator(".state").allTextContents()).as(services.logs())
				.containsExactly("Signed out", "Signed out");
			for (Service service : List.of(Service.LIBRARY, Service.LABORATORY)) {
				page.navigate(services.url(service, "/protected"));
				assertThat(page.locator("#password").count()).as("the session at " + service).isOne();
			}
		}
	}

	private static String told(Page page, Service service) {
		String address = services.url(service, "/protected");
		page.waitForURL(url -> url.startsWith(address));
		return page.locator("pre").textContent();
	}

	private static List<String> lines() throws IOException {
		return Files.readAllLines(cluster.accessLog());
	}

	/** Returns the node that answered the first request of this kind. */
	private static String node(List<String> lines, String request) {
		return lines.stream().filter(line -> line.contains(request)).findFirst().map(upstream()).orElseThrow();
	}

	/** Returns the node that answered the last request of this kind before the logout. */
	private static String lastNode(List<String> lines, String request) {
		return lines.stream()
			.takeWhile(line -> !line.contains("/idp/profile/Logout"))
			.filter(line -> line.contains(request))
			.reduce((first, second) -> second)
			.map(upstream())
			.orElseThrow();
	}

	private static Function<String, String> upstream() {
		return line -> line.replaceAll(".* upstream=\"([^\"]*)\".*", "$1");
	}

}
