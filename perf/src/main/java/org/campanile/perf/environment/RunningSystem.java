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
 * A running system that answers logins. Closing it ends every process and deletes their
 * files. Used by one thread.
 */
public interface RunningSystem extends AutoCloseable {

	/** Returns the target of the load. */
	Target target();

	/**
	 * Returns the same system with the load on another protocol. Closing either closes
	 * both.
	 * @throws IOException if it does not speak that protocol, or only on demand
	 */
	default RunningSystem by(Protocol protocol) throws IOException {
		if (protocol == Protocol.SAML) {
			return this;
		}
		throw new IOException(target().name() + " is not set up for " + protocol.label());
	}

	/** Returns the processes whose use is measured, without the load generator. */
	List<MeasuredProcess> processes();

	/**
	 * Returns what the servers have counted since their start, added up over all nodes,
	 * by name; empty for servers other than Campanile.
	 */
	default Map<String, Double> counters() throws IOException {
		return Map.of();
	}

	/**
	 * Returns the number of logins that each node needs to be warm, however warm it seems
	 * before.
	 */
	default int leastWarmUp() {
		return 0;
	}

	/** Returns settings for the report: durability, processor shares, versions. */
	Map<String, String> settings();

	/**
	 * Limits each node to its share of a processor from now on, if it has one. Does
	 * nothing the second time.
	 */
	default void hold() throws IOException {
	}

	/**
	 * Stores that many sessions, of people who never come back.
	 * @return how long that took, in seconds
	 * @throws IOException also if the server has no way to do that
	 */
	default double preload(int sessions) throws IOException {
		throw new IOException(target().name() + " offers no way to store sessions of people who did not sign in");
	}

	/**
	 * Enrols a factor for the first people: an authenticator app with codes of
	 * {@link org.campanile.perf.load.Validations}, a PIN from there, or a passkey of
	 * {@link org.campanile.perf.load.Passkeys}.
	 * @throws IOException also if the server has no way to do that
	 */
	default void enrol(Enrolled what, int people) throws IOException {
		throw new IOException(target().name() + " offers no way to enrol others");
	}

	/**
	 * Records that users sent codes of the current step, and of some steps ahead of it.
	 */
	default void codesWereSent(int stepsAhead) {
		// Without enrolled users there are no codes to wait for.
	}

	/** Waits until no code that was sent is of the current step or ahead of it. */
	default void awaitFreshCodes() throws IOException {
		// Without enrolled users there are no codes to wait for.
	}

	/**
	 * Returns the bytes that sessions take in all nodes together: in heaps after a
	 * collection, or in tables with indexes.
	 * @throws IOException also if that cannot be measured from outside
	 */
	default long storedBytes() throws IOException {
		throw new IOException("what sessions take in " + target().name() + " cannot be measured from outside");
	}

	/** Ends the system; does nothing the second time. */
	@Override
	void close() throws IOException;

	/** The factors that people can be enrolled with. */
	enum Enrolled {

		APP, PASSKEY, PIN

	}

	/** The protocols by which users sign on, with the answer that each expects. */
	enum Protocol {

		/** Sign-on by password; the answer is a SAML assertion, signed and encrypted. */
		SAML("SAML"),
		/** Sign-on by password and code, answered by a SAML assertion. */
		SAML_TOTP("SAML with a code"),
		/** Sign-on by password and passkey, answered by a SAML assertion. */
		SAML_PASSKEY("SAML with a passkey"),
		/** Sign-on by a passkey on the login page, answered by a SAML assertion. */
		SAML_PASSKEY_ALONE("SAML by passkey"),
		/** Sign-on by password; the answer is a CAS ticket, which is validated. */
		CAS("CAS"),
		/** A page behind the gate, whose cookie saves reading the session. */
		GATE("gate"),
		/** A page behind the gate, with a cookie so old that each reads the session. */
		GATE_AGED("gate, aged"),
		/** A page behind the gate, at a site for which each page reads the session. */
		GATE_STRICT("gate, strict"),
		/** A request to the validation service with a password. */
		VALIDATE_PASSWORD("validation of a password"),
		/** A request to the validation service with a PIN. */
		VALIDATE_PIN("validation of a PIN"),
		/** A request to the validation service with a code. */
		VALIDATE_TOTP("validation of a code"),
		/** A request to the validation service with a password and a code. */
		VALIDATE_BOTH("validation of a password and a code");

		private final String label;

		Protocol(String label) {
			this.label = label;
		}

		/** Returns the name of the protocol in reports. */
		public String label() {
			return label;
		}

	}

	/** A system whose load is on another protocol. */
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
		public void codesWereSent(int stepsAhead) {
			system.codesWereSent(stepsAhead);
		}

		@Override
		public void awaitFreshCodes() throws IOException {
			system.awaitFreshCodes();
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
	 * A process whose use of resources is measured, children included.
	 *
	 * @param name in reports
	 * @param role what it does for a login
	 * @param pid of the process
	 * @param metrics address at which its virtual machine reports heap and collections in
	 * Prometheus' text format; null if it does not
	 * @param started the time just before its start, for timed starts; null if not
	 * recorded
	 */
	public record MeasuredProcess(String name, ProcessRole role, long pid, @Nullable URI metrics,
			@Nullable Instant started) {

		public MeasuredProcess(String name, ProcessRole role, long pid) {
			this(name, role, pid, null, null);
		}

	}

}
