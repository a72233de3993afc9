package org.campanile.factor;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.record.Records;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.onetime.InterceptedOneTimeStore;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.record.CountingRecordStore.Operation;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.SessionFixtures;

/**
 * Enrolments on the heap that count operations, fail on demand, and are shared by several
 * nodes.
 */
public final class HeapEnrolments {

	private final InstantSource clock;

	private final CountingRecordStore records;

	private final HeapOneTimeStore oneTimes;

	public HeapEnrolments(InstantSource clock) {
		this.clock = clock;
		this.records = new CountingRecordStore(new HeapRecordStore(clock, new ConcurrentHashMap<>()));
		this.oneTimes = new HeapOneTimeStore(clock, new ConcurrentHashMap<>());
	}

	/** Returns the enrolments of another node with the same key. */
	public Enrolments node() {
		return node(1);
	}

	/**
	 * Returns the enrolments of a node with the given key.
	 * @param key any number, the same for the same key
	 */
	public Enrolments node(int key) {
		return new Enrolments(Records.durable(this.records, SessionFixtures.sealer(key),
				Records.durableHashing(new byte[16]), this.clock),
				new InterceptedOneTimeStore(this.oneTimes, operation -> {
				}), this.clock, new SecureRandom(), Runnable::run);
	}

	/** Returns the record store, which records operations and can be made to fail. */
	public CountingRecordStore records() {
		return this.records;
	}

	/** Makes the record store fail from now on. */
	public void stop() {
		List.of(Operation.values()).forEach(this.records::fail);
	}

	/** A user who has proven a password. */
	public static AuthenticatedUser user(String principal, InstantSource clock) {
		return new AuthenticatedUser(principal, principal, Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
	}

	/** A form with a code. */
	public static Submission code(String code, Map<String, String> challenge) {
		return new Submission("", Map.of("code", code, "name", "My phone"), challenge, new LoginOrigin("192.0.2.1"));
	}

}
