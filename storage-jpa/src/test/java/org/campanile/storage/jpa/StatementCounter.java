package org.campanile.storage.jpa;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicLong;

import javax.sql.DataSource;

/**
 * Counts the statements that any code prepares on the connections of a data source, and
 * the transactions that it begins. Thread-safe.
 */
final class StatementCounter {

	private final AtomicLong statements = new AtomicLong();

	private final AtomicLong transactions = new AtomicLong();

	/** Returns a data source that counts the use of the given one. */
	DataSource count(DataSource source) {
		return proxy(DataSource.class, source, (proxy, method, arguments) -> method.getName().equals("getConnection")
				? count((Connection) method.invoke(source, arguments)) : method.invoke(source, arguments));
	}

	private Connection count(Connection connection) {
		return proxy(Connection.class, connection, (proxy, method, arguments) -> {
			switch (method.getName()) {
				case "prepareStatement", "prepareCall", "createStatement" -> statements.incrementAndGet();
				case "setAutoCommit" -> transactions.addAndGet(Boolean.FALSE.equals(arguments[0]) ? 1 : 0);
				default -> {
				}
			}
			return method.invoke(connection, arguments);
		});
	}

	private static <T> T proxy(Class<T> type, T target, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(StatementCounter.class.getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> {
					try {
						return handler.invoke(target, method, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				}));
	}

	void reset() {
		statements.set(0);
		transactions.set(0);
	}

	long statements() {
		return statements.get();
	}

	long transactions() {
		return transactions.get();
	}

}
