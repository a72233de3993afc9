package org.campanile.demo.servers;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;

/**
 * Users who have a session and ask for single sign-on again and again, through the proxy:
 * by a link, by a signed AuthnRequest, and by one without a signature in turn. Each of
 * them does what a browser does: follows redirects, and pages that try again by
 * themselves. Thread-safe.
 */
final class ReturningUsers implements AutoCloseable {

	/** Of each client between two requests, in milliseconds. */
	private static final int THINKING = Integer.getInteger("cluster.thinking", 150);

	/** How often a user asks before the session counts as lost. */
	private static final int TRIES = 4;

	private final ProxiedCluster cluster;

	private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

	private final AtomicBoolean stopped = new AtomicBoolean();

	private final LinkedBlockingQueue<Browser> idle = new LinkedBlockingQueue<>();

	private final AtomicInteger asked = new AtomicInteger();

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger waitingPages = new AtomicInteger();

	private final AtomicInteger askedForPassword = new AtomicInteger();

	/** Answered by a node that was killed before its answer, or all of it, left it. */
	private final AtomicInteger interrupted = new AtomicInteger();

	private final Queue<String> failures = new ConcurrentLinkedQueue<>();

	private ReturningUsers(ProxiedCluster cluster) {
		this.cluster = cluster;
	}

	/**
	 * What happened until now.
	 *
	 * @param requests sign-ons that were asked for
	 * @param failed answered neither with a sign-on nor with a login form
	 * @param askedForPassword shown the login form
	 * @param waitingPages pages shown that try again by themselves
	 * @param interrupted told that the request was answered before, as the node that was
	 * at it had died, or given the beginning of an answer
	 */
	record Counts(int requests, int failed, int askedForPassword, int waitingPages, int interrupted) {

		static final Counts NONE = new Counts(0, 0, 0, 0, 0);

		Counts since(Counts before) {
			return new Counts(requests - before.requests, failed - before.failed,
					askedForPassword - before.askedForPassword, waitingPages - before.waitingPages,
					interrupted - before.interrupted);
		}

		Counts and(Counts more) {
			return new Counts(requests + more.requests, failed + more.failed, askedForPassword + more.askedForPassword,
					waitingPages + more.waitingPages, interrupted + more.interrupted);
		}

	}

	/** Signs so many users in, and has them come back. */
	static ReturningUsers start(ProxiedCluster cluster, int clients, int sessions) {
		ReturningUsers users = new ReturningUsers(cluster);
		users.signIn(sessions);
		for (int i = 0; i < clients; i++) {
			users.executor.execute(users::run);
		}
		return users;
	}

	private void signIn(int sessions) {
		try (ExecutorService some = Executors.newFixedThreadPool(8)) {
			IntStream.range(0, sessions).forEach(number -> some.execute(() -> idle.add(signedIn(number))));
		}
		if (idle.size() != sessions) {
			throw new AssertionError("only " + idle.size() + " of " + sessions + " users could sign in");
		}
	}

	private Browser signedIn(int number) {
		String name = Visitor.PEOPLE.get(number % Visitor.PEOPLE.size());
		Browser browser = new Browser();
		Page page = browser.login(cluster.signOnLink(), name, name + "-demo");
		for (int i = 0; i < TRIES && !Visitor.signedOn(page); i++) {
			page = browser.login(cluster.signOnLink(), name, name + "-demo");
		}
		if (!Visitor.signedOn(page)) {
			throw new AssertionError("not signed in: " + page);
		}
		return browser;
	}

	Counts counts() {
		return new Counts(requests.get(), failures.size(), askedForPassword.get(), waitingPages.get(),
				interrupted.get());
	}

	List<String> failures() {
		return List.copyOf(failures);
	}

	/** Waits until that many sign-ons more have been asked for. */
	void await(int more) {
		int goal = requests.get() + more;
		Polling.until(Duration.ofSeconds(90L + more / 5), () -> requests.get() >= goal);
	}

	/** Lets users finish what they are at. */
	@Override
	public void close() {
		stopped.set(true);
		executor.close();
	}

	/**
	 * Asks for every session, beside the load; users without one sign in anew.
	 * @return how many sessions are lost
	 */
	int lost() {
		AtomicInteger lost = new AtomicInteger();
		int users = idle.size();
		try (ExecutorService some = Executors.newFixedThreadPool(8)) {
			for (int i = 0; i < users; i++) {
				some.execute(() -> {
					Browser browser = idle.poll();
					if (browser == null) {
						return;
					}
					boolean alive = false;
					for (int attempt = 0; attempt < TRIES && !alive; attempt++) {
						alive = Visitor.signedOn(patient(browser));
					}
					if (!alive) {
						lost.incrementAndGet();
					}
					idle.add(alive ? browser : signedIn(0));
				});
			}
		}
		return lost.get();
	}

	private void run() {
		while (!stopped.get()) {
			Browser browser = idle.poll();
			if (browser != null) {
				ask(browser);
				idle.add(browser);
			}
			// Users read: what is tried is the cluster, not how much this machine can do.
			Visitor.pause(THINKING);
		}
	}

	private void ask(Browser browser) {
		try {
			Page page = patient(browser);
			if (page.status() == 200 && page.formWith("j_username").isPresent()) {
				askedForPassword.incrementAndGet();
			}
			else if (page.text("code").startsWith("REQUEST_REPLAYED-")) {
				interrupted.incrementAndGet();
			}
			else if (!Visitor.signedOn(page)) {
				failures.add(page.toString());
			}
		}
		catch (UncheckedIOException ex) {
			String failure = String.valueOf(ex.getCause());
			// The connection to the proxy broke off in the middle of the answer.
			if (failure.contains("bytes received")) {
				interrupted.incrementAndGet();
			}
			else {
				failures.add(failure);
			}
		}
		requests.incrementAndGet();
	}

	private Page patient(Browser browser) {
		return Visitor.openPatiently(browser, address(), waitingPages::incrementAndGet);
	}

	private String address() {
		return switch (asked.getAndIncrement() % 3) {
			case 0 -> cluster.signOnLink();
			case 1 -> cluster.signedRequest();
			default -> cluster.unsignedRequest();
		};
	}

}
