package org.campanile.web.flow;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.Map;
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
 * Makes operations of the stores fail or hang. Stands inside the guard, and hides that
 * the store behind it is in this process.
 */
final class FailingStores implements BeanPostProcessor, PriorityOrdered {

	/** How an operation fails. */
	enum Fault {

		FAILS, HANGS

	}

	private final Map<String, Fault> faults = new ConcurrentHashMap<>();

	private volatile boolean full;

	private volatile boolean oneTimeBroken;

	/** Puts these into a server, and the clock in place of the server's own. */
	void register(GenericApplicationContext context, InstantSource clock) {
		TestIdp.clock(clock).initialize(context);
		context.registerBean(FailingStores.class, () -> this);
	}

	/**
	 * @param operations names of methods of the seams
	 */
	void put(Fault fault, String... operations) {
		for (String operation : operations) {
			faults.put(operation, fault);
		}
	}

	/** Marks and one-time values are refused for want of room. */
	void fill() {
		full = true;
	}

	/** All operations of the store of marks and one-time values, and of that alone. */
	void breakOneTime() {
		oneTimeBroken = true;
	}

	/** All operations of all stores. */
	void putAll(Fault fault) {
		for (Class<?> seam : new Class<?>[] { SessionStore.class, OneTimeStore.class, RecordStore.class }) {
			for (Method method : seam.getMethods()) {
				faults.put(method.getName(), fault);
			}
		}
	}

	void mend() {
		faults.clear();
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
			return method.invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getCause() == null ? ex : ex.getCause();
		}
	}

	/** The marks of requests are kept as values. */
	private static String operation(Method method, Object @Nullable [] arguments) {
		return method.getName().equals("put") && arguments != null && String.valueOf(arguments[0]).startsWith("authn-")
				? "mark" : method.getName();
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

}
