package org.campanile.perf.environment;

/** Where the measured nodes keep sessions. */
public enum Store {

	MEMORY("memory"), JPA_DURABLE("jpa"), JPA_FAST("jpa-fast"), HAZELCAST("hazelcast");

	private final String label;

	Store(String label) {
		this.label = label;
	}

	/** As on the command line and in reports. */
	public String label() {
		return label;
	}

}
