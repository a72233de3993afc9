package org.campanile.access;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a user may use a service. Implementations are thread-safe and do not
 * block.
 */
public interface AccessPolicy {

	Decision decide(Target target, Subject subject);

	/**
	 * The service or page that the user wants to use.
	 *
	 * @param resource the page of it; null for protocols that sign on to a whole service
	 * @param address the client's address
	 */
	record Target(Service service, @Nullable Resource resource, String address) {
	}

	/**
	 * A page in the form in which its web server will serve it.
	 *
	 * @param method the HTTP method, in upper case
	 * @param host in lower case, without port
	 * @param path normalised, without query
	 */
	record Resource(String method, String host, String path) {
	}

	/**
	 * The user who requests access.
	 *
	 * @param principal the canonical name
	 * @param attributes resolved, before release
	 * @param satisfies whether what the user has proven satisfies an authentication
	 * context class
	 * @param authnInstant when the oldest of the factors was proven
	 * @param program whether a program sent the user's name and password with its request
	 * @param spared the names of rules that may spare users, for which this one has
	 * enrolled nothing
	 */
	record Subject(String principal, ResolvedAttributes attributes, Predicate<String> satisfies, Instant authnInstant,
			boolean program, Set<String> spared) {

		public Subject {
			spared = Set.copyOf(spared);
		}

		/** A user who has signed in. */
		public Subject(String principal, ResolvedAttributes attributes, Predicate<String> satisfies,
				Instant authnInstant) {
			this(principal, attributes, satisfies, authnInstant, false, Set.of());
		}

		/**
		 * Returns the same user for a program, which proves a password and nothing else.
		 */
		public Subject byProgram() {
			return new Subject(principal, attributes, satisfies, authnInstant, true, spared);
		}

		/**
		 * Returns the same user with the information that nothing is enrolled that these
		 * rules could ask for.
		 */
		public Subject sparedBy(Set<String> rules) {
			return new Subject(principal, attributes, satisfies, authnInstant, program,
					Stream.concat(spared.stream(), rules.stream()).collect(Collectors.toSet()));
		}

		/** Whether a rule that may spare users demands nothing of this one. */
		boolean isSparedBy(Decision.StepUp rule, Instant now) {
			return spared.contains(rule.rule()) && rule.sparesUnequipped(now);
		}

	}

	/** The decision of the access rules. */
	sealed interface Decision {

		/** The name of the rule that decided; never empty. */
		String rule();

		/** Access is permitted. */
		record Permit(String rule) implements Decision {
		}

		/**
		 * The user may not.
		 *
		 * @param missing the access that the user lacks, in words; null if the rule does
		 * not say
		 * @param contact the contact for users: a mail address or the URL of a page; null
		 * if the rule does not say
		 */
		record Deny(String rule, @Nullable String missing, @Nullable String contact) implements Decision {
		}

		/**
		 * Access is permitted after a stronger or a more recent authentication.
		 *
		 * @param classes authentication context classes, of which one must be satisfied;
		 * empty if only the age matters
		 * @param maxAge how old the authentication may be; null for any age
		 * @param unequipped the treatment of users who have enrolled no factor that
		 * satisfies the rule
		 * @param graceUntil the time until which users may postpone enrolling; null if
		 * they may not
		 */
		record StepUp(String rule, List<String> classes, @Nullable Duration maxAge, Unequipped unequipped,
				@Nullable Instant graceUntil) implements Decision {

			public StepUp {
				classes = List.copyOf(classes);
			}

			/**
			 * Creates a step-up that lets users who have enrolled nothing enrol at the
			 * login.
			 */
			public StepUp(String rule, List<String> classes, @Nullable Duration maxAge) {
				this(rule, classes, maxAge, Unequipped.ENROL, null);
			}

			/**
			 * Returns the same step-up, except that it refuses users who have enrolled
			 * nothing.
			 */
			public StepUp refusing() {
				return new StepUp(rule, classes, maxAge, Unequipped.REFUSE, null);
			}

			/** Whether the step-up demands nothing of users who have enrolled nothing. */
			public boolean sparesUnequipped(Instant now) {
				return unequipped == Unequipped.PERMIT || graceUntil != null && now.isBefore(graceUntil);
			}

			/**
			 * The treatment of users who have enrolled no factor that satisfies the rule.
			 */
			public enum Unequipped {

				/** The users are refused. */
				REFUSE,
				/** The users enrol a factor at the login. */
				ENROL,
				/** The users need no further factor. */
				PERMIT

			}

		}

	}

}
