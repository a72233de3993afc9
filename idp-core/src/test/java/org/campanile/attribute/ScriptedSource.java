package org.campanile.attribute;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import org.jspecify.annotations.Nullable;

/**
 * A source for tests of code around sources: returns the configured attributes for every
 * user.
 */
public final class ScriptedSource implements AttributeSource {

	final List<SourceQuery> queries = new CopyOnWriteArrayList<>();

	private final String id;

	private final Set<String> provides;

	private final Map<String, List<String>> values = new HashMap<>();

	private Set<String> parameters = Set.of(SourceQuery.USERNAME);

	private volatile @Nullable String failure;

	private volatile @Nullable String unusable;

	private volatile @Nullable String unfit;

	private volatile @Nullable RuntimeException fault;

	private volatile @Nullable CountDownLatch gate;

	private volatile @Nullable CountDownLatch meeting;

	public ScriptedSource(String id, String... provides) {
		this.id = id;
		this.provides = Set.of(provides);
	}

	public ScriptedSource saying(String name, String... texts) {
		values.put(name, List.of(texts));
		return this;
	}

	public ScriptedSource failing(@Nullable String reason) {
		failure = reason;
		return this;
	}

	/** Makes every read fail because the answer is unusable, for the given reason. */
	ScriptedSource answering(@Nullable String fault) {
		unusable = fault;
		return this;
	}

	/** Makes every read fail because a value of the user cannot be processed. */
	ScriptedSource unfit(@Nullable String reason) {
		unfit = reason;
		return this;
	}

	ScriptedSource throwing(RuntimeException other) {
		fault = other;
		return this;
	}

	/** Makes every read wait until the latch has counted down to zero. */
	ScriptedSource waitingFor(@Nullable CountDownLatch latch) {
		gate = latch;
		return this;
	}

	/**
	 * Makes every read count the latch down and wait until it reaches zero, so that the
	 * reads must run concurrently.
	 */
	ScriptedSource meeting(CountDownLatch others) {
		meeting = others;
		return this;
	}

	ScriptedSource needing(String... names) {
		parameters = Set.of(names);
		return this;
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public Set<String> provides() {
		return provides;
	}

	@Override
	public Set<String> parameters() {
		return parameters;
	}

	@Override
	public SourceValues read(SourceQuery query) throws SourceUnavailableException {
		queries.add(query);
		CountDownLatch others = meeting;
		if (others != null) {
			others.countDown();
			gate = others;
		}
		probe();
		String reason = unusable;
		if (reason != null) {
			throw new UnusableAnswerException(id, reason);
		}
		String misfit = unfit;
		if (misfit != null) {
			throw new UnfitValueException(id, misfit);
		}
		return SourceValues.ofTexts(new HashMap<>(values));
	}

	@Override
	public void probe() throws SourceUnavailableException {
		CountDownLatch latch = gate;
		RuntimeException thrown = fault;
		String reason = failure;
		try {
			if (latch != null) {
				latch.await();
			}
		}
		catch (InterruptedException ex) {
			throw new SourceUnavailableException(id, "interrupted", ex);
		}
		if (thrown != null) {
			throw thrown;
		}
		if (reason != null) {
			throw new SourceUnavailableException(id, reason);
		}
	}

	@Override
	public void close() {
	}

}
