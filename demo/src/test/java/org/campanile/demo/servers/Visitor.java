package org.campanile.demo.servers;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.demo.cluster.Node;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;

/** A user whose requests each go to a node chosen by the test. */
final class Visitor {

	/** The demo's users who can sign in; the password is the name followed by "-demo". */
	static final List<String> PEOPLE = List.of("alice", "bob", "carol", "layla", "juergen", "grace", "philippa",
			"nomail");

	private static final Pattern REFRESH = Pattern.compile("([0-9]+)(?:; ?url=(.*))?");

	/** More than a store needs to answer again. */
	private static final int RELOADS = 20;

	private final ProxiedCluster cluster;

	private final Browser browser;

	Visitor(ProxiedCluster cluster) {
		this(cluster, new Browser());
	}

	private Visitor(ProxiedCluster cluster, Browser browser) {
		this.cluster = cluster;
		this.browser = browser;
	}

	Browser browser() {
		return browser;
	}

	/** Returns another browser with the same cookies. */
	Visitor copy() {
		return new Visitor(cluster, browser.copy());
	}

	/**
	 * Opens an address at a node as a browser does: follows redirects, and reloads pages
	 * that ask for it, as they do while the store does not answer.
	 */
	Page open(Node node, String address) {
		Page page = follow(node, cluster.at(node, address));
		Optional<URI> next = awaitReload(page);
		for (int i = 0; i < RELOADS && next.isPresent(); i++) {
			page = follow(node, cluster.at(node, next.get()));
			next = awaitReload(page);
		}
		return page;
	}

	private Page follow(Node node, URI address) {
		Page page = browser.get(address);
		while (page.redirects() && isOurs(page.location())) {
			page = browser.get(cluster.at(node, page.location()));
		}
		return page;
	}

	/** Starts a sign-on. */
	Page begin(Node node) {
		return open(node, cluster.signOnLink());
	}

	/** Fills in a login page, and sends the form to a node. */
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

	/**
	 * Opens an address as a browser does: follows redirects, and reloads pages that ask
	 * for it, after the delay that they state.
	 * @param waits called for each such page
	 */
	static Page openPatiently(Browser browser, String address, Runnable waits) {
		Page page = browser.open(address);
		Optional<URI> next = awaitReload(page);
		while (next.isPresent()) {
			waits.run();
			page = browser.open(next.get());
			next = awaitReload(page);
		}
		return page;
	}

	/**
	 * Waits for the delay that a page states, and returns the address to open then; empty
	 * if the page does not ask to be reloaded.
	 */
	private static Optional<URI> awaitReload(Page page) {
		Matcher refresh = REFRESH.matcher(page.header("refresh"));
		if (page.status() != 503 || !refresh.matches()) {
			return Optional.empty();
		}
		LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(Long.parseLong(refresh.group(1))));
		return Optional.of(refresh.group(2) == null ? page.url() : page.url().resolve(refresh.group(2)));
	}

	static void pause(long millis) {
		try {
			TimeUnit.MILLISECONDS.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Returns whether a page passes a SAML response on to the service. */
	static boolean signedOn(Page page) {
		return page.status() == 200 && page.formWith("SAMLResponse").isPresent();
	}

}
