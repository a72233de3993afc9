package org.campanile.signon;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.campanile.session.SessionKey;
import org.campanile.store.StoreUnavailableException;

/**
 * A page that informs the user, or asks the user to agree, between the session and the
 * service. A bean; checked in order at every sign-on of a user who has proven enough,
 * before the service is recorded in the session. Thread-safe.
 */
public interface Approval {

	/** Names it in forms; never changed once it was released. */
	String kind();

	/**
	 * Checks whether the sign-on may continue. A decision that the user has just made is
	 * stored here, so that it is kept before the service is answered.
	 * @throws StoreUnavailableException if that is not known, or could not be stored; the
	 * service is not answered
	 */
	Standing check(Case asked) throws StoreUnavailableException;

	/**
	 * A sign-on that would be granted.
	 *
	 * @param granted what the service would be answered
	 * @param address of the client, for the audit log
	 * @param decisions what the user has decided for this request so far
	 */
	record Case(SignOnRequest request, SignOnOutcome.Granted granted, String address, Decisions decisions) {

		/**
		 * Returns a new map with user, service and address, with which its audit lines
		 * begin.
		 */
		public Map<String, String> auditFields() {
			Map<String, String> fields = new LinkedHashMap<>();
			fields.put("user", granted.session().principal());
			fields.put("service", request.service());
			fields.put("address", address);
			return fields;
		}

	}

	/** The outcome of a check. */
	sealed interface Standing {

		/**
		 * The user is not asked.
		 *
		 * @param granted what the service is answered, perhaps less than before
		 */
		record Passed(SignOnOutcome.Granted granted) implements Standing {
		}

		/** The user is asked. */
		record Due(Page page) implements Standing {
		}

	}

	/** A page that the user must leave by a decision. */
	interface Page {

		/** Returns the {@link Approval#kind()} of the page. */
		String kind();

		/** Returns the id of the page among several of the kind. */
		String id();

		/** Differs if the page shows something else. */
		String fingerprint();

		/**
		 * The ids of the attributes that the service receives only if the user says so.
		 */
		default Set<String> optional() {
			return Set.of();
		}

	}

	/**
	 * The user's decision on a page. A refusal is not a decision, as it ends the sign-on.
	 *
	 * @param kind of the page
	 * @param id of the page
	 * @param fingerprint of the page
	 * @param choice the choice, by a short name of the kind's own; "" for the only choice
	 * there is
	 * @param denied ids of attributes that the service is not to receive
	 */
	record Decision(String kind, String id, String fingerprint, String choice, Set<String> denied) {

		public Decision {
			denied = Set.copyOf(denied);
		}

		boolean isOf(Page page) {
			return kind.equals(page.kind()) && id.equals(page.id()) && fingerprint.equals(page.fingerprint());
		}

	}

	/**
	 * Decisions for one request.
	 *
	 * @param earlier those that were stored, as far as they are
	 * @param latest the one that has just been made and is to be stored; null for none
	 */
	record Decisions(List<Decision> earlier, @Nullable Decision latest) {

		public static final Decisions NONE = new Decisions(List.of(), null);

		public Decisions {
			earlier = List.copyOf(earlier);
		}

		/** The decision on a page; empty if it has changed since, or was not shown. */
		public Optional<Decision> on(Page page) {
			return latest != null && latest.isOf(page) ? Optional.of(latest)
					: earlier.stream().filter(decision -> decision.isOf(page)).findFirst();
		}

		/** Whether the decision must be stored. */
		public boolean isLatest(Decision decision) {
			return decision == latest;
		}

	}

	/**
	 * The progress of a request whose user is shown such pages.
	 *
	 * @param newLogin whether the user has just signed in for this request
	 * @param decisions what the user has decided
	 */
	record Progress(SessionKey session, boolean newLogin, Decisions decisions) {
	}

}
