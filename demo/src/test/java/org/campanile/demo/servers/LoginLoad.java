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
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;

/**
 * People who sign in, come back a few times, and are followed by others, through the
 * proxy, for as long as a test likes. Every request is counted by what came of it. A
 * session counts as acknowledged once the answer to a login has arrived. Thread-safe.
 */
final class LoginLoad implements AutoCloseable {

	/** How often a user comes back with the session. */
	private static final int RETURNS = 4;

	/** Of each user between two requests, in milliseconds. */
	private static final int PAUSE = 200;

	/**
	 * A request that was not answered as it must be.
	 *
	 * @param began by the clock of {@link System#nanoTime()}
	 * @param ended by the same
	 * @param what step, and what came of it
	 * @param answered whether an answer came at all
	 */
	record Failure(long began, long ended, String what, boolean answered) {
	}

	private final ProxiedCluster cluster;

	private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

	private final AtomicBoolean stopped = new AtomicBoolean();

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger people = new AtomicInteger();

	private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();

	/** With a session, but asked for the password: answered, yet not as they must be. */
	private final Queue<Failure> askedAgain = new ConcurrentLinkedQueue<>();

	private final Queue<Browser> acknowledged = new ConcurrentLinkedQueue<>();

	private LoginLoad(ProxiedCluster cluster) {
		this.cluster = cluster;
	}

	/**
	 * Begins.
	 * @param clients how many people are at it at once
	 */
	static LoginLoad start(ProxiedCluster cluster, int clients) {
		LoginLoad load = new LoginLoad(cluster);
		for (int i = 0; i < clients; i++) {
			load.executor.execute(load::run);
		}
		return load;
	}

	/** How many requests have been answered or have failed. */
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

	/** Waits until that many requests more have been made. */
	void await(int more) {
		int goal = requests() + more;
		Polling.until(Duration.ofSeconds(30L + more / 5), () -> requests() >= goal);
	}

	/** Lets people finish what they are at. */
	@Override
	public void close() {
		stopped.set(true);
		executor.close();
	}

	/**
	 * Asks, after the load has ended, for every session that was acknowledged.
	 * @return how many of them are lost
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

	/** A store that was too slow once says nothing of the session: it is asked again. */
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
				// Counted; the next person comes.
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
			// People read: what is tried is the cluster, not how much this machine can
			// do.
			Visitor.pause(PAUSE);
		}
		throw new FailedException();
	}

	private static final class FailedException extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

}
