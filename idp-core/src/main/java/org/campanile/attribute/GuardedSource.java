package org.campanile.attribute;

import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.attribute.SourceQuery.IncompleteException;
import org.campanile.guard.Guards;
import org.campanile.guard.SharedProbe;

/**
 * Adds to a source what every source needs: a deadline, a limit on concurrent reads, a
 * breaker, a cache, and the timer {@code campanile.source}. Every read runs on a virtual
 * thread of its own, so that its caller never waits longer than the deadline.
 * Thread-safe.
 */
public final class GuardedSource implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(AttributeSource.class);

	private static final int MAX_PROBES = 2;

	private final AttributeSource source;

	private final SourceSettings settings;

	private final Set<String> provided = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

	private final MeterRegistry meters;

	private final CircuitBreaker breaker;

	private final Bulkhead reads;

	/** Limits probes that go on after their timeout. */
	private final Bulkhead probes;

	private final SharedProbe sharedProbe = new SharedProbe(this::probe);

	/** What the source answered; also that it cannot process a value of the user. */
	private final @Nullable Cache<SourceQuery, Future<SourceValues>> cache;

	private final AtomicBoolean down = new AtomicBoolean();

	private final ExecutorService threads;

	/** The outcome of a read, for the timer. */
	private enum Outcome {

		ANSWERED, CACHED, UNUSABLE, FAILED, TIMED_OUT, NOT_ASKED

	}

	/** Opens no connection yet. Closes the source when it is closed itself. */
	public GuardedSource(AttributeSource source, SourceSettings settings, InstantSource clock, MeterRegistry meters) {
		this.source = source;
		this.settings = settings;
		this.meters = meters;
		this.provided.addAll(source.provides());
		this.breaker = Guards.breaker("source-" + source.id(), clock);
		this.reads = Guards.bulkhead(source.id(), settings.maxConcurrent());
		this.probes = Guards.bulkhead(source.id() + "-probe", MAX_PROBES);
		this.cache = settings.cache()
			.<Cache<SourceQuery, Future<SourceValues>>>map(limits -> limits.cache(clock))
			.orElse(null);
		this.threads = Executors
			.newThreadPerTaskExecutor(Thread.ofVirtual().name("source-" + source.id() + "-", 0).factory());
	}

	/** The source's id. */
	public String id() {
		return source.id();
	}

	/** Returns what a login does when the source does not answer. */
	public SourceSettings.OnFailure onFailure() {
		return settings.onFailure();
	}

	boolean provides(String attribute) {
		return provided.contains(attribute);
	}

	/**
	 * Begins a read, without waiting. Its deadline starts now.
	 * @param principal the user's canonical name
	 * @param entry the user's own entry
	 * @throws IncompleteException if the user cannot be looked up there
	 */
	Pending ask(String principal, SourceValues entry) throws IncompleteException {
		long start = System.nanoTime();
		SourceQuery query = SourceQuery.of(source.parameters(), principal, entry);
		Future<SourceValues> cached = cache == null ? null : cache.getIfPresent(query);
		if (cached != null) {
			record(Outcome.CACHED, start);
			return new Pending(null, cached, start);
		}
		return new Pending(query, start(query), start);
	}

	private Future<SourceValues> start(SourceQuery query) {
		if (!reads.tryAcquirePermission()) {
			return notAsked("already " + settings.maxConcurrent() + " reads wait for it (max-concurrent)");
		}
		if (!breaker.tryAcquirePermission()) {
			reads.onComplete();
			return notAsked("not asked, it did not answer just now and is tried every " + Guards.PAUSE.toSeconds()
					+ " seconds");
		}
		try {
			return Guards.submit(threads, reads::onComplete, () -> source.read(query));
		}
		catch (RejectedExecutionException ex) {
			reads.onComplete();
			breaker.releasePermission();
			return notAsked("the server is stopping");
		}
	}

	private Future<SourceValues> notAsked(String reason) {
		return CompletableFuture.failedFuture(new UnansweredException(id(), Outcome.NOT_ASKED, reason));
	}

	/**
	 * Returns why the source cannot be reached now; empty if it can. Works even while the
	 * breaker is open, and does not affect the breaker. Callers at the same time share
	 * one probe.
	 */
	public Optional<String> fault() {
		return sharedProbe.fault();
	}

	private Optional<String> probe() {
		if (!probes.tryAcquirePermission()) {
			return Optional.of("already " + MAX_PROBES + " probes wait for it");
		}
		try {
			Future<SourceValues> probe = Guards.submit(threads, probes::onComplete, () -> {
				source.probe();
				return SourceValues.NONE;
			});
			await(probe, System.nanoTime());
			return Optional.empty();
		}
		catch (RejectedExecutionException ex) {
			probes.onComplete();
			return Optional.of("the server is stopping");
		}
		catch (SourceUnavailableException ex) {
			return Optional.of(String.valueOf(ex.getMessage()));
		}
	}

	private SourceValues await(Future<SourceValues> answer, long start) throws SourceUnavailableException {
		try {
			return answer.get(Math.max(0, settings.timeout().toNanos() - (System.nanoTime() - start)),
					TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			answer.cancel(true);
			throw new UnansweredException(id(), Outcome.TIMED_OUT,
					"no answer within " + settings.timeout().toMillis() + " ms");
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new SourceUnavailableException(id(), "the login was interrupted", ex);
		}
		catch (CancellationException ex) {
			throw new SourceUnavailableException(id(), "the read was given up", ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof SourceUnavailableException unavailable) {
				throw unavailable;
			}
			logger.error("Source {} failed in an unexpected way", id(), ex.getCause());
			throw new SourceUnavailableException(id(), "a fault of the source: " + ex.getCause(), ex);
		}
	}

	private void record(Outcome outcome, long start) {
		Timer.builder("campanile.source")
			.description("Time that logins wait for a source of attributes, in seconds")
			.tag("source", id())
			.tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
			.register(meters)
			.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
	}

	private void failed(SourceUnavailableException ex) {
		if (down.compareAndSet(false, true)) {
			logger.warn("Source {} does not answer ({}); logins that need it {} (campanile.attributes.sources.{})",
					id(), ex.getMessage(), settings.onFailure() == SourceSettings.OnFailure.REFUSE ? "are refused"
							: "go on without its attributes",
					id());
		}
		else {
			logger.debug("Source {} still does not answer: {}", id(), ex.getMessage());
		}
	}

	/** Closes the source; reads that are under way fail. */
	@Override
	public void close() {
		threads.shutdownNow();
		source.close();
	}

	/** An answer that may still be pending. Used by one thread, once. */
	final class Pending {

		/** The query; null if the source itself is not asked. */
		private final @Nullable SourceQuery query;

		private final Future<SourceValues> answer;

		private final long start;

		private Pending(@Nullable SourceQuery query, Future<SourceValues> answer, long start) {
			this.query = query;
			this.answer = answer;
			this.start = start;
		}

		/** Waits until the deadline at the most. */
		SourceValues await() throws SourceUnavailableException {
			if (query == null) {
				return GuardedSource.this.await(answer, start);
			}
			try {
				SourceValues values = GuardedSource.this.await(answer, start);
				ended(Outcome.ANSWERED, null);
				if (cache != null) {
					cache.put(query, CompletableFuture.completedFuture(values));
				}
				return values;
			}
			catch (UnfitValueException ex) {
				ended(Outcome.UNUSABLE, null);
				if (cache != null) {
					// The cause may quote the value, so it is not kept.
					UnfitValueException unfit = new UnfitValueException(id(), String.valueOf(ex.getMessage()));
					cache.put(query, CompletableFuture.failedFuture(unfit));
				}
				throw ex;
			}
			catch (SourceUnavailableException ex) {
				Outcome outcome = outcome(ex);
				switch (outcome) {
					// A source that was not asked is neither better nor worse.
					case NOT_ASKED -> record(outcome, start);
					// An unusable answer depends on one user's data, which must not
					// disable the source for all others.
					case UNUSABLE -> ended(outcome, null);
					default -> ended(outcome, ex);
				}
				throw ex;
			}
		}

		private Outcome outcome(SourceUnavailableException ex) {
			return ex instanceof UnansweredException unanswered ? unanswered.outcome
					: ex instanceof UnusableAnswerException ? Outcome.UNUSABLE : Outcome.FAILED;
		}

		private void ended(Outcome outcome, @Nullable SourceUnavailableException failure) {
			record(outcome, start);
			long nanos = System.nanoTime() - start;
			if (failure == null) {
				breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
				if (down.compareAndSet(true, false)) {
					logger.info("Source {} answers again", id());
				}
			}
			else {
				breaker.onError(nanos, TimeUnit.NANOSECONDS, failure);
				failed(failure);
			}
		}

	}

	/** The source was not asked, or took too long. */
	private static final class UnansweredException extends SourceUnavailableException {

		private static final long serialVersionUID = 1L;

		private final Outcome outcome;

		UnansweredException(String source, Outcome outcome, String message) {
			super(source, message);
			this.outcome = outcome;
		}

	}

}
