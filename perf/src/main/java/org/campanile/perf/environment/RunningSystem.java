package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.campanile.perf.load.Target;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.jspecify.annotations.Nullable;

/**
 * What was brought up for a cell, and answers. Closing it ends every process and removes
 * what they left. Used by one thread.
 */
public interface RunningSystem extends AutoCloseable {

	/** What the load is put on. */
	Target target();

	/**
	 * The same system with the load put on another protocol. Closing either closes both.
	 * @throws IOException if it does not speak that protocol, or does so on demand only
	 */
	default RunningSystem by(Protocol protocol) throws IOException {
		if (protocol == Protocol.SAML) {
			return this;
		}
		throw new IOException(target().name() + " is not set up for " + protocol.label());
	}

	/** The processes whose use is measured, without the load's. */
	List<MeasuredProcess> processes();

	/**
	 * What the servers have counted since they started, all nodes together, by name;
	 * empty for servers that are not Campanile's.
	 */
	default Map<String, Double> counters() throws IOException {
		return Map.of();
	}

	/**
	 * How many logins of each node it must have had to be warm, whatever it looks like.
	 */
	default int leastWarmUp() {
		return 0;
	}

	/** What is worth telling of it: durability, shares, versions. */
	Map<String, String> settings();

	/**
	 * Holds each node to its share of a processor from now on, if it has one. Does
	 * nothing the second time.
	 */
	default void hold() throws IOException {
	}

	/**
	 * Stores sessions of as many people who never come back.
	 * @return how long that took, in seconds
	 * @throws IOException also if the server offers no way to do that
	 */
	default double preload(int sessions) throws IOException {
		throw new IOException(target().name() + " offers no way to store sessions of people who did not sign in");
	}

	/**
	 * Enrols a factor for so many people: an authenticator app, whose codes are those of
	 * {@link org.campanile.perf.load.Validations}, a PIN of the same, or a passkey of
	 * {@link org.campanile.perf.load.Passkeys}.
	 * @throws IOException also if the server offers no way to do that
	 */
	default void enrol(Enrolled what, int people) throws IOException {
		throw new IOException(target().name() + " offers no way to enrol others");
	}

	/**
	 * Waits until all codes are past that were used until then, so that the present ones
	 * are accepted. Those of the step after may have been among them.
	 */
	default void awaitFreshCodes(Instant used) throws IOException {
		// Without enrolled users there are none.
	}

	/**
	 * Bytes that sessions take, heaps after a collection or tables with indexes, all
	 * nodes together.
	 * @throws IOException also if that cannot be seen from outside
	 */
	default long storedBytes() throws IOException {
		throw new IOException("what sessions take in " + target().name() + " cannot be measured from outside");
	}

	/** Ends it; does nothing the second time. */
	@Override
	void close() throws IOException;

	/** What people can be enrolled with. */
	enum Enrolled {

		APP, PASSKEY, PIN

	}

	/** How users sign on, and what counts as an answer. */
	enum Protocol {

		/** A SAML assertion, signed and encrypted. */
		SAML("SAML"),
		/** The same for a password and a code. */
		SAML_TOTP("SAML with a code"),
		/** The same for a password and a passkey. */
		SAML_PASSKEY("SAML with a passkey"),
		/** The same for a passkey from the login page. */
		SAML_PASSKEY_ALONE("SAML by passkey"),
		/** A CAS ticket and its validation, with attributes. */
		CAS("CAS"),
		/** A page behind the gate, whose cookie says all. */
		GATE("gate"),
		/** The same with a cookie so old that each page reads the session. */
		GATE_AGED("gate, aged"),
		/** The same at a site for which each page reads the session. */
		GATE_STRICT("gate, strict"),
		/** The validation service, asked about a password. */
		VALIDATE_PASSWORD("validation of a password"),
		/** The validation service, asked about a PIN. */
		VALIDATE_PIN("validation of a PIN"),
		/** The validation service, asked about a code. */
		VALIDATE_TOTP("validation of a code"),
		/** The validation service, asked about a password and a code. */
		VALIDATE_BOTH("validation of a password and a code");

		private final String label;

		Protocol(String label) {
			this.label = label;
		}

		/** As in reports. */
		public String label() {
			return label;
		}

	}

	/** A system with the load put on another protocol. */
	record ByProtocol(RunningSystem system, Target target) implements RunningSystem {

		@Override
		public RunningSystem by(Protocol protocol) throws IOException {
			return system.by(protocol);
		}

		@Override
		public List<MeasuredProcess> processes() {
			return system.processes();
		}

		@Override
		public Map<String, Double> counters() throws IOException {
			return system.counters();
		}

		@Override
		public int leastWarmUp() {
			return system.leastWarmUp();
		}

		@Override
		public Map<String, String> settings() {
			return system.settings();
		}

		@Override
		public void hold() throws IOException {
			system.hold();
		}

		@Override
		public double preload(int sessions) throws IOException {
			return system.preload(sessions);
		}

		@Override
		public void enrol(Enrolled what, int people) throws IOException {
			system.enrol(what, people);
		}

		@Override
		public void awaitFreshCodes(Instant used) throws IOException {
			system.awaitFreshCodes(used);
		}

		@Override
		public long storedBytes() throws IOException {
			return system.storedBytes();
		}

		@Override
		public void close() throws IOException {
			system.close();
		}

	}

	/**
	 * A process, counted with its children.
	 *
	 * @param name in reports
	 * @param role what it is to a login
	 * @param pid of the process
	 * @param metrics where its virtual machine reports heap and collections, in
	 * Prometheus' text form; null if nowhere
	 * @param started just before it was, for starts that are timed; null if nobody looked
	 */
	public record MeasuredProcess(String name, ProcessRole role, long pid, @Nullable URI metrics,
			@Nullable Instant started) {

		public MeasuredProcess(String name, ProcessRole role, long pid) {
			this(name, role, pid, null, null);
		}

	}

}
