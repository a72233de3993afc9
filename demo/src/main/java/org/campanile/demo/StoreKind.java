package org.campanile.demo;

import java.util.Locale;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The stores that the demo can start. */
enum StoreKind {

	/** Sessions are stored in the server itself. */
	MEMORY,
	/** Sessions are stored in an embedded PostgreSQL. */
	JPA,
	/** Sessions are stored in Hazelcast, in the servers themselves. */
	HAZELCAST;

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

	/** Parses the name, ignoring case. */
	static final class Converter implements ITypeConverter<StoreKind> {

		@Override
		public StoreKind convert(String value) {
			for (StoreKind kind : values()) {
				if (kind.name().equalsIgnoreCase(value)) {
					return kind;
				}
			}
			throw new TypeConversionException("\"" + value + "\" is not a store; memory, jpa or hazelcast");
		}

	}

}
