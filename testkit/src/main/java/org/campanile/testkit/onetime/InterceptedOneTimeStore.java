package org.campanile.testkit.onetime;

import java.time.Instant;
import java.util.Optional;

import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;

/** Runs an action, which may fail, before passing an operation on. */
public class InterceptedOneTimeStore implements OneTimeStore {

	private final OneTimeStore target;

	private final Interceptor interceptor;

	public InterceptedOneTimeStore(OneTimeStore target, Interceptor interceptor) {
		this.target = target;
		this.interceptor = interceptor;
	}

	/** The operations of a store. */
	public enum Operation {

		MARK, PUT, TAKE, FIND

	}

	/** The action before each operation. */
	@FunctionalInterface
	public interface Interceptor {

		void before(Operation operation) throws StoreUnavailableException;

	}

	@Override
	public final boolean setReplayKey(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		interceptor.before(Operation.MARK);
		return target.setReplayKey(kind, key, expiresAt);
	}

	@Override
	public final boolean put(String kind, String key, byte[] value, Instant expiresAt)
			throws StoreUnavailableException {
		interceptor.before(Operation.PUT);
		return target.put(kind, key, value, expiresAt);
	}

	@Override
	public final Optional<byte[]> take(String kind, String key) throws StoreUnavailableException {
		interceptor.before(Operation.TAKE);
		return target.take(kind, key);
	}

	@Override
	public final Optional<byte[]> find(String kind, String key) throws StoreUnavailableException {
		interceptor.before(Operation.FIND);
		return target.find(kind, key);
	}

}
