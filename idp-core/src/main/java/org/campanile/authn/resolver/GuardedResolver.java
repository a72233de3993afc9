package org.campanile.authn.resolver;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.authn.Verdict;
import org.campanile.guard.Guards;
import org.campanile.guard.SharedProbe;

/**
 * Adds to a resolver a deadline for each call, a breaker, a limit on concurrent calls and
 * the timer {@code campanile.resolver}. Each call runs on a virtual thread of its own.
 * Thread-safe.
 */
public final class GuardedResolver implements UserResolver {

	private static final Logger logger = LoggerFactory.getLogger(UserResolver.class);

	private static final int MAX_PROBES = 2;

	private final UserResolver resolver;

	private final Duration timeout;

	private final MeterRegistry meters;

	private final CircuitBreaker breaker;

	private final Bulkhead calls;

	/** Limits probes that go on after their timeout. */
	private final Bulkhead probes;

	private final SharedProbe sharedProbe = new SharedProbe(this::probe);

	private final AtomicBoolean down = new AtomicBoolean();

	private final ExecutorService threads;

	/**
	 * Closes the resolver when it is closed itself.
	 * @param timeout the time limit of a call
	 * @param maxConcurrent calls at once; more fail
	 */
	public GuardedResolver(UserResolver resolver, Duration timeout, int maxConcurrent, InstantSource clock,
			MeterRegistry meters) {
		this.resolver = resolver;
		this.timeout = timeout;
		this.meters = meters;
		this.breaker = Guards.breaker("resolver-" + resolver.id(), clock);
		this.calls = Guards.bulkhead("resolver-" + resolver.id(), maxConcurrent);
		this.probes = Guards.bulkhead("resolver-" + resolver.id() + "-probe", MAX_PROBES);
		this.threads = Executors
			.newThreadPerTaskExecutor(Thread.ofVirtual().name("resolver-" + resolver.id() + "-", 0).factory());
	}

	@Override
	public String id() {
		return resolver.id();
	}

	@Override
	public Optional<ResolvedUser> find(String loginName) throws ResolverUnavailableException {
		return call("find", () -> resolver.find(loginName));
	}

	@Override
	public Optional<Verdict.Reason> check(ResolvedUser user, String password) throws ResolverUnavailableException {
		return call("check", () -> resolver.check(user, password));
	}

	@Override
	public void checkDecoy(String password) throws ResolverUnavailableException {
		call("check", () -> {
			resolver.checkDecoy(password);
			return true;
		});
	}

	@Override
	public Optional<String> countedAccount(String loginName) {
		return resolver.countedAccount(loginName);
	}

	/**
	 * Reports the fault even while the breaker is open, within the time limit of a call.
	 * Callers at the same time share one probe.
	 */
	@Override
	public Optional<String> fault() {
		return sharedProbe.fault();
	}

	private Optional<String> probe() {
		if (!probes.tryAcquirePermission()) {
			return Optional.of("already " + MAX_PROBES + " probes wait for it");
		}
		try {
			return await(Guards.submit(threads, probes::onComplete, resolver::fault));
		}
		catch (RejectedExecutionException ex) {
			probes.onComplete();
			return Optional.of("the server is stopping");
		}
		catch (ResolverUnavailableException ex) {
			return Optional.of(String.valueOf(ex.getMessage()));
		}
	}

	private <T> T call(String operation, Callable<T> task) throws ResolverUnavailableException {
		if (!calls.tryAcquirePermission()) {
			throw notAsked("already " + calls.getBulkheadConfig().getMaxConcurrentCalls() + " calls wait for it");
		}
		if (!breaker.tryAcquirePermission()) {
			calls.onComplete();
			throw notAsked("not asked, it did not answer just now and is tried every " + Guards.PAUSE.toSeconds()
					+ " seconds");
		}
		long start = System.nanoTime();
		try {
			T answer = await(Guards.submit(threads, calls::onComplete, task));
			answered(operation, start);
			return answer;
		}
		catch (RejectedExecutionException ex) {
			calls.onComplete();
			breaker.releasePermission();
			throw notAsked("the server is stopping");
		}
		catch (ResolverUnavailableException ex) {
			failed(operation, start, ex);
			throw ex;
		}
	}

	private ResolverUnavailableException notAsked(String reason) {
		return new ResolverUnavailableException("realm " + id() + ": " + reason);
	}

	private <T> T await(Future<T> answer) throws ResolverUnavailableException {
		try {
			return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			answer.cancel(true);
			throw new ResolverUnavailableException("realm " + id() + ": no answer within " + timeout.toMillis() + " ms",
					ex);
		}
		catch (InterruptedException ex) {
			answer.cancel(true);
			Thread.currentThread().interrupt();
			throw new ResolverUnavailableException("realm " + id() + ": the check was interrupted", ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof ResolverUnavailableException unavailable) {
				throw unavailable;
			}
			logger.error("Realm {} failed in an unexpected way", id(), ex.getCause());
			throw new ResolverUnavailableException("realm " + id() + ": a fault of the resolver", ex);
		}
	}

	private void answered(String operation, long start) {
		record(operation, "answered", start);
		breaker.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS);
		if (down.compareAndSet(true, false)) {
			logger.info("Realm {} answers again", id());
		}
	}

	private void failed(String operation, long start, ResolverUnavailableException ex) {
		record(operation, "failed", start);
		breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, ex);
		if (down.compareAndSet(false, true)) {
			logger.warn("Users of realm {} cannot be found or checked: {}. Validations there fail until it answers",
					id(), ex.getMessage());
		}
		else {
			logger.debug("Realm {} still does not answer: {}", id(), ex.getMessage());
		}
	}

	private void record(String operation, String outcome, long start) {
		Timer.builder("campanile.resolver")
			.description("Time that validations wait for the users of a realm, in seconds")
			.tag("realm", id())
			.tag("operation", operation.toLowerCase(Locale.ROOT))
			.tag("outcome", outcome)
			.register(meters)
			.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
	}

	@Override
	public void close() {
		threads.shutdownNow();
		resolver.close();
	}

}
