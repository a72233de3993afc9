package org.campanile.web.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.record.StoredRecord;
import org.campanile.session.SessionStore;
import org.campanile.testkit.onetime.CountingOneTimeStore;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.session.CountingSessionStore;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.support.GenericApplicationContext;

/** Records operations on the stores, and reads the numbers of directory operations. */
public final class CountingBeans implements BeanPostProcessor {

	private volatile @Nullable CountingSessionStore sessions;

	private volatile @Nullable CountingOneTimeStore oneTimes;

	private volatile @Nullable CountingRecordStore records;

	private volatile @Nullable CountingRecordStore durableRecords;

	private final ObjectProvider<MeterRegistry> meters;

	private CountingBeans(ObjectProvider<MeterRegistry> meters) {
		this.meters = meters;
	}

	/** Registers the counters in a server, and replaces the server's clock. */
	public static void register(GenericApplicationContext context, InstantSource clock) {
		TestIdp.clock(clock).initialize(context);
		context.registerBean(CountingBeans.class,
				() -> new CountingBeans(context.getBeanProvider(MeterRegistry.class)));
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (bean instanceof SessionStore store) {
			CountingSessionStore counting = new CountingSessionStore(store);
			sessions = counting;
			return counting;
		}
		if (bean instanceof OneTimeStore store) {
			CountingOneTimeStore counting = new CountingOneTimeStore(store);
			oneTimes = counting;
			return counting;
		}
		if (bean instanceof RecordStore store) {
			CountingRecordStore counting = new CountingRecordStore(store);
			if (name.equals(RecordStore.DURABLE)) {
				durableRecords = counting;
				return withoutMarks(store, counting);
			}
			records = counting;
			return counting;
		}
		return bean;
	}

	/**
	 * Excludes the marks of key rings, which are compared in the background at any time.
	 */
	private static RecordStore withoutMarks(RecordStore store, RecordStore counting) {
		return (RecordStore) Proxy.newProxyInstance(RecordStore.class.getClassLoader(),
				new Class<?>[] { RecordStore.class }, (proxy, method, arguments) -> {
					Object first = arguments == null ? null : arguments[0];
					String kind = first instanceof StoredRecord record ? record.kind() : String.valueOf(first);
					try {
						return method.invoke(kind.equals("key-ring") ? store : counting, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	/**
	 * Returns the operations on the record store since the last {@link #forget()}, in
	 * order.
	 */
	public List<CountingRecordStore.Operation> records() {
		return Objects.requireNonNull(records).operations();
	}

	/**
	 * Returns the operations on the durable record store since the last
	 * {@link #forget()}, in order.
	 */
	public List<CountingRecordStore.Operation> durableRecords() {
		return Objects.requireNonNull(durableRecords).operations();
	}

	/**
	 * Returns the operations on the one-time store since the last {@link #forget()}, in
	 * order.
	 */
	public List<CountingOneTimeStore.Operation> oneTime() {
		return Objects.requireNonNull(oneTimes).operations();
	}

	/**
	 * Returns the operations on the session store since the last {@link #forget()}, in
	 * order.
	 */
	public List<CountingSessionStore.Operation> operations() {
		return Objects.requireNonNull(sessions).operations();
	}

	/**
	 * Returns the number of operations on the one-time store since the last
	 * {@link #forget()}.
	 */
	public int marks() {
		return Objects.requireNonNull(oneTimes).operations().size();
	}

	public void forget() {
		Objects.requireNonNull(sessions).forget();
		Objects.requireNonNull(oneTimes).forget();
		Objects.requireNonNull(records).forget();
		Objects.requireNonNull(durableRecords).forget();
	}

	public double binds() {
		return meters.getObject().get("campanile.directory.bind").timer().count();
	}

	public double searches() {
		return meters.getObject().get("campanile.directory.search").timer().count();
	}

}
