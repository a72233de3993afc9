package org.campanile.authn;

import java.util.Map;
import java.util.Optional;

import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;

/**
 * A means that users enrol themselves. Only an {@link EnrolledMethod} also proves a
 * factor of a login. Thread-safe.
 */
public interface Enrollable {

	FactorKind kind();

	/**
	 * Whether the user may enrol another one.
	 * @throws MethodUnavailableException if what that depends on does not answer in time
	 */
	boolean offersEnrolment(AuthenticatedUser user) throws MethodUnavailableException;

	/**
	 * Returns the data that the enrolment page shows and passes back to {@link #enrol},
	 * such as a new secret. Stores nothing. The data is sealed in transit.
	 * @throws MethodUnavailableException if what it depends on does not answer in time
	 */
	Map<String, String> enrolmentChallenge(AuthenticatedUser user) throws MethodUnavailableException;

	/**
	 * Checks a submission and stores the credential. The code or answer that confirmed it
	 * cannot prove the factor once more.
	 * @throws MethodUnavailableException if what it depends on does not answer in time
	 */
	EnrolmentVerdict enrol(AuthenticatedUser user, Submission submission) throws MethodUnavailableException;

	sealed interface EnrolmentVerdict {

		/**
		 * The credential is stored.
		 *
		 * @param id the id of the credential
		 * @param name the name that the user gave it
		 * @param proven the factor, where what confirmed the enrolment proves it as a
		 * login would; at a login it counts, so that nobody waits for a second code
		 * @param added whether this call has stored it; not if the form was sent twice
		 */
		record Enrolled(String id, String name, Optional<Factor> proven, boolean added) implements EnrolmentVerdict {

			/** An enrolment that proves nothing. */
			public Enrolled(String id, String name) {
				this(id, name, Optional.empty(), true);
			}

		}

		/**
		 * The enrolment was refused, and nothing was stored.
		 *
		 * @param messageKey the text for the user, in the messages of the pages
		 * @param detail for the audit line alone
		 * @param anew whether the page needs a new challenge, as the one before may never
		 * succeed
		 */
		record Rejected(String messageKey, String detail, boolean anew) implements EnrolmentVerdict {

			/** A refusal after which the user may try again with the same challenge. */
			public Rejected(String messageKey, String detail) {
				this(messageKey, detail, false);
			}

		}

	}

}
