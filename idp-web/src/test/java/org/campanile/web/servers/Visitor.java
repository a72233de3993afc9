package org.campanile.web.servers;

import java.net.URI;

import org.campanile.web.cluster.Node;
import org.campanile.web.testkit.Browser;
import org.campanile.web.testkit.Page;

/** A person whose every request goes to a node of the test's choice. */
final class Visitor {

	private final TestCluster cluster;

	private final Browser browser;

	Visitor(TestCluster cluster) {
		this(cluster, new Browser());
	}

	private Visitor(TestCluster cluster, Browser browser) {
		this.cluster = cluster;
		this.browser = browser;
	}

	Browser browser() {
		return browser;
	}

	/** Another browser with the same cookies. */
	Visitor copy() {
		return new Visitor(cluster, browser.copy());
	}

	/** Opens an address at a node, redirects included. */
	Page open(Node node, String address) {
		Page page = browser.get(cluster.at(node, address));
		while (page.redirects() && isOurs(page.location())) {
			page = browser.get(cluster.at(node, page.location()));
		}
		return page;
	}

	/** Begins to sign on. */
	Page begin(Node node) {
		return open(node, cluster.signOnLink());
	}

	/** Fills in a login page, and sends it to a node. */
	Page login(Node node, Page page) {
		Page answer = browser.send(page.loginForm()
			.with("j_username", "alice")
			.with("j_password", "alice-demo")
			.to(cluster.at(node, page.loginForm().action())));
		return answer.redirects() ? open(node, answer.location().toString()) : answer;
	}

	private boolean isOurs(URI location) {
		return location.getHost().equals("localhost");
	}

	/** Whether a page hands the person on to the service. */
	static boolean signedOn(Page page) {
		return page.status() == 200 && page.formWith("SAMLResponse").isPresent();
	}

}
