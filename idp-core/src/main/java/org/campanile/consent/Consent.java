package org.campanile.consent;

import java.time.Instant;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A user's consent to release attributes to a service.
 *
 * @param principal the user's canonical name
 * @param service the service, as {@link ConsentApproval#serviceKey} names it
 * @param given the content of the consent
 * @param givenAt when the user gave it
 * @param expiresAt when it expires
 */
public record Consent(String principal, String service, Given given, Instant givenAt, Instant expiresAt) {

	/**
	 * The content of a consent.
	 *
	 * @param attributes the ids of the attributes that the service may receive, without
	 * their values
	 * @param values digests of these values by attribute id, as
	 * {@link ReleasedItem#digest} makes them; without those that consents of earlier
	 * versions lack
	 * @param choice when the user wants to be asked again
	 * @param denied the ids of the attributes that the service is not to receive
	 */
	public record Given(Set<String> attributes, Map<String, String> values, Choice choice, Set<String> denied) {

		public Given {
			attributes = Set.copyOf(attributes);
			values = Map.copyOf(values);
			denied = Set.copyOf(denied);
		}

	}

	/** The choices of when the user is asked again. */
	public enum Choice {

		/** The user is asked if other attributes or values would be released. */
		IF_CHANGED("c"),
		/** The user is asked at each sign-on. */
		EACH_TIME("e"),
		/** The user is not asked until the consent expires. */
		NEVER("n");

		private final String code;

		Choice(String code) {
			this.code = code;
		}

		/**
		 * Returns the code of the choice in stored consents and in forms; it never
		 * changes.
		 */
		public String code() {
			return code;
		}

		/** Returns the choice of a code; {@link #IF_CHANGED} if the code is unknown. */
		public static Choice of(@Nullable String code) {
			for (Choice choice : values()) {
				if (choice.code.equals(code)) {
					return choice;
				}
			}
			return IF_CHANGED;
		}

	}

}
