package org.campanile.web.flow;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreRefusedException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.testkit.TestIdp;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.PriorityOrdered;

/**
 * Makes operations of the stores fail or hang. The proxies are below the store guard, and
 * hide that the store is in this process.
 */
final class FailingStores implements BeanPostProcessor, PriorityOrdered {

	/** How an operation fails. */
	enum Fault {

		FAILS, HANGS

	}

	private final Map<String, Fault> faults = new ConcurrentHashMap<>();

	private final Set<String> lostAnswers = ConcurrentHashMap.newKeySet();

	private volatile boolean full;

	private volatile boolean oneTimeBroken;

	/** Registers the proxies in a server, and replaces the server's clock. */
	void register(GenericApplicationContext context, InstantSource clock) {
		TestIdp.clock(clock).initialize(context);
		context.registerBean(FailingStores.class, () -> this);
	}

	/**
	 * @param operations names of methods of the store interfaces
	 */
	void put(Fault fault, String... operations) {
		for (String operation : operations) {
			faults.put(operation, fault);
		}
	}

	/**
	 * Makes an operation fail after it has taken effect.
	 * @param operation the name of a method of the store interfaces
	 */
	void loseAnswers(String operation) {
		lostAnswers.add(operation);
	}

	/** Makes the store of one-time values refuse new entries as if it were full. */
	void fill() {
		full = true;
	}

	/** Makes all operations of the one-time store fail, and no others. */
	void breakOneTime() {
		oneTimeBroken = true;
	}

	/** Makes all operations of all stores fail or hang. */
	void putAll(Fault fault) {
		for (Class<?> seam : new Class<?>[] { SessionStore.class, OneTimeStore.class, RecordStore.class }) {
			for (Method method : seam.getMethods()) {
				faults.put(method.getName(), fault);
			}
		}
	}

	void mend() {
		faults.clear();
		lostAnswers.clear();
		full = false;
		oneTimeBroken = false;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		return switch (bean) {
			case SessionStore store -> proxy(SessionStore.class, store);
			case OneTimeStore store -> proxy(OneTimeStore.class, store);
			case RecordStore store -> proxy(RecordStore.class, store);
			default -> bean;
		};
	}

	private Object proxy(Class<?> seam, Object target) {
		return Proxy.newProxyInstance(seam.getClassLoader(), new Class<?>[] { seam },
				(proxy, method, arguments) -> invoke(target, method, arguments));
	}

	private @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
		Fault fault = faults.get(operation(method, arguments));
		if (fault == Fault.HANGS) {
			new CountDownLatch(1).await();
		}
		if (fault == Fault.FAILS || oneTimeBroken && target instanceof OneTimeStore) {
			throw new StoreUnavailableException("made to fail");
		}
		if (full && (method.getName().equals("mark") || method.getName().equals("put"))) {
			throw new StoreRefusedException("made to be full");
		}
		try {
			Object answer = method.invoke(target, arguments);
			if (lostAnswers.contains(method.getName())) {
				throw new StoreUnavailableException("made to lose its answer");
			}
			return answer;
		}
		catch (InvocationTargetException ex) {
			throw ex.getCause() == null ? ex : ex.getCause();
		}
	}

	/**
	 * A request's replay key is stored by {@code put}, but counts as the operation
	 * {@code mark}.
	 */
	private static String operation(Method method, Object @Nullable [] arguments) {
		return method.getName().equals("put") && arguments != null && String.valueOf(arguments[0]).startsWith("authn-")
				? "mark" : method.getName();
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

}
