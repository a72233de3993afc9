package org.campanile.demo.servers;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;

/**
 * Simulated users who sign in through the proxy, come back a few times, and are replaced
 * by others, until the load is closed. Every request is counted by its outcome. A session
 * counts as acknowledged once the response to the login has arrived. Thread-safe.
 */
final class LoginLoad implements AutoCloseable {

	/** How often a user comes back with the session. */
	private static final int RETURNS = 4;

	/** The pause of a user between two requests, in milliseconds. */
	private static final int PAUSE = 200;

	/**
	 * A request with an unexpected outcome.
	 *
	 * @param began the start, by {@link System#nanoTime()}
	 * @param ended the end, by the same clock
	 * @param what the step and its outcome
	 * @param answered whether there was an HTTP response
	 */
	record Failure(long began, long ended, String what, boolean answered) {
	}

	private final ProxiedCluster cluster;

	private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

	private final AtomicBoolean stopped = new AtomicBoolean();

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger people = new AtomicInteger();

	private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();

	/** Requests with a session that were answered with the login form. */
	private final Queue<Failure> askedAgain = new ConcurrentLinkedQueue<>();

	private final Queue<Browser> acknowledged = new ConcurrentLinkedQueue<>();

	private LoginLoad(ProxiedCluster cluster) {
		this.cluster = cluster;
	}

	/**
	 * Starts the load.
	 * @param clients the number of concurrent users
	 */
	static LoginLoad start(ProxiedCluster cluster, int clients) {
		LoginLoad load = new LoginLoad(cluster);
		for (int i = 0; i < clients; i++) {
			load.executor.execute(load::run);
		}
		return load;
	}

	/** Returns the number of requests that have been answered or have failed. */
	int requests() {
		return requests.get();
	}

	Collection<Failure> failures() {
		return List.copyOf(failures);
	}

	Collection<Failure> askedAgain() {
		return List.copyOf(askedAgain);
	}

	int sessions() {
		return acknowledged.size();
	}

	/** Waits for a number of further requests. */
	void await(int more) {
		int goal = requests() + more;
		Polling.until(Duration.ofSeconds(120L + more), () -> requests() >= goal);
	}

	/**
	 * Waits until that many requests in succession were sound.
	 * @return the moment from which on they were, by {@link System#nanoTime()}
	 */
	long awaitSound(int successive) {
		AtomicLong since = new AtomicLong(System.nanoTime());
		AtomicInteger goal = new AtomicInteger(requests() + successive);
		Polling.until(Duration.ofMinutes(3), () -> {
			boolean sound = Stream.concat(failures.stream(), askedAgain.stream())
				.noneMatch(failure -> failure.ended() > since.get());
			if (!sound) {
				since.set(System.nanoTime());
				goal.set(requests() + successive);
			}
			return sound && requests() >= goal.get();
		});
		return since.get();
	}

	/** Stops the load after the logins and requests under way. */
	@Override
	public void close() {
		stopped.set(true);
		executor.close();
	}

	/**
	 * Requests a sign-on with every acknowledged session, after the load has ended.
	 * @return the number of lost sessions
	 */
	int lost() {
		AtomicInteger lost = new AtomicInteger();
		try (ExecutorService checkers = Executors.newFixedThreadPool(8)) {
			List<Runnable> checks = new ArrayList<>();
			acknowledged.forEach(person -> checks.add(() -> {
				if (!isAlive(person)) {
					lost.incrementAndGet();
				}
			}));
			checks.forEach(checkers::execute);
		}
		return lost.get();
	}

	/** Repeats the request, since one failure may only mean that the store was slow. */
	private boolean isAlive(Browser person) {
		Page page = patient(person);
		for (int i = 0; i < 2 && !Visitor.signedOn(page); i++) {
			page = patient(person);
		}
		if (Visitor.signedOn(page)) {
			return true;
		}
		System.out.println("lost: " + page);
		return false;
	}

	private Page patient(Browser browser) {
		return Visitor.openPatiently(browser, cluster.signOnLink(), () -> {
		});
	}

	private void run() {
		while (!stopped.get()) {
			try {
				person();
			}
			catch (FailedException ex) {
				// The failure has been counted; the next user begins.
				Visitor.pause(PAUSE);
			}
		}
	}

	private void person() {
		Browser browser = new Browser();
		String name = Visitor.PEOPLE.get(people.getAndIncrement() % Visitor.PEOPLE.size());
		Page form = step("start", () -> browser.get(cluster.signOnLink()), LoginLoad::asks);
		step("login", () -> browser.send(form.loginForm().with("j_username", name).with("j_password", name + "-demo")),
				Visitor::signedOn);
		acknowledged.add(browser);
		for (int i = 0; i < RETURNS && !stopped.get(); i++) {
			long began = System.nanoTime();
			Page page = step("return", () -> patient(browser), answer -> Visitor.signedOn(answer) || asks(answer));
			if (!Visitor.signedOn(page)) {
				askedAgain.add(new Failure(began, System.nanoTime(), "asked again: " + page, true));
			}
		}
	}

	private static boolean asks(Page page) {
		return page.status() == 200 && page.formWith("j_username").isPresent();
	}

	private Page step(String name, Supplier<Page> request, Predicate<Page> sound) {
		long began = System.nanoTime();
		try {
			Page page = request.get();
			if (sound.test(page)) {
				return page;
			}
			failures.add(new Failure(began, System.nanoTime(), name + ": " + page, true));
		}
		catch (UncheckedIOException ex) {
			failures.add(new Failure(began, System.nanoTime(), name + ": " + ex.getCause(), false));
		}
		finally {
			requests.incrementAndGet();
			// Pause like a real user: the test is of the cluster, not of this machine's
			// capacity.
			Visitor.pause(PAUSE);
		}
		throw new FailedException();
	}

	private static final class FailedException extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

}
