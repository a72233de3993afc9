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
 * Users with a session who repeatedly request single sign-on through the proxy: in turn
 * by a link, by a signed AuthnRequest, and by an unsigned one. Each behaves like a
 * browser, which follows redirects and pages that reload themselves. Thread-safe.
 */
final class ReturningUsers implements AutoCloseable {

	/** The pause of each client between two requests, in milliseconds. */
	private static final int THINKING = Integer.getInteger("cluster.thinking", 150);

	/** How often a sign-on is tried before the session counts as lost. */
	private static final int TRIES = 4;

	private final ProxiedCluster cluster;

	private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

	private final AtomicBoolean stopped = new AtomicBoolean();

	private final LinkedBlockingQueue<Browser> idle = new LinkedBlockingQueue<>();

	private final AtomicInteger asked = new AtomicInteger();

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger waitingPages = new AtomicInteger();

	private final AtomicInteger askedForPassword = new AtomicInteger();

	/** Requests whose answer was lost, in whole or in part, as the node was killed. */
	private final AtomicInteger interrupted = new AtomicInteger();

	private final Queue<String> failures = new ConcurrentLinkedQueue<>();

	private ReturningUsers(ProxiedCluster cluster) {
		this.cluster = cluster;
	}

	/**
	 * The outcomes so far.
	 *
	 * @param requests the sign-ons requested
	 * @param failed requests answered with neither a sign-on nor a login form
	 * @param askedForPassword requests answered with the login form
	 * @param waitingPages pages shown that reload themselves
	 * @param interrupted requests refused as replayed, because a killed node had already
	 * processed them, or answered incompletely
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

	/** Signs in as many users as {@code sessions}, and has them come back. */
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

	/** Waits for a number of further sign-ons. */
	void await(int more) {
		int goal = requests.get() + more;
		Polling.until(Duration.ofSeconds(90L + more / 5), () -> requests.get() >= goal);
	}

	/** Lets each client complete its current request. */
	@Override
	public void close() {
		stopped.set(true);
		executor.close();
	}

	/**
	 * Checks every session while the load goes on; users who lost theirs sign in anew.
	 * @return the number of lost sessions
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
			// Pause like a real user: the test is of the cluster, not of this machine's
			// capacity.
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
			// The connection to the proxy broke in the middle of the response.
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
