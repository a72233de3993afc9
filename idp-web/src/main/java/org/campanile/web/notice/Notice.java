package org.campanile.web.notice;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A message that tells a user by mail what happened. It contains no text that somebody
 * else chose, such as the name of a factor, which an intruder could use to write to the
 * user.
 *
 * @param principal the user's canonical name
 * @param address the user's mail address; null to look it up
 * @param locale the language; null for the default one
 * @param device where the change was made, as a session records it; empty for an
 * administrator
 */
public record Notice(Event event, String principal, @Nullable String address, @Nullable Locale locale, String device) {

	/** Creates a notice of an administrator's action. */
	public static Notice byAdministrator(Event event, String principal) {
		return new Notice(event, principal, null, null, "");
	}

	/** The events of which users are notified. */
	public enum Event {

		/** A passkey or an app was added. */
		FACTOR_ADDED,
		/** A passkey or an app was removed. */
		FACTOR_REMOVED,
		/** An administrator removed everything. */
		FACTORS_RESET,
		/** The user's recovery codes were generated anew. */
		RECOVERY_CODES_MADE,
		/** The last recovery code was used. */
		RECOVERY_CODES_USED_UP,
		/** A device is not asked for a second factor for some time. */
		DEVICE_TRUSTED,
		/** A PIN for other systems was set or removed. */
		PIN_CHANGED,
		/** The password was changed here. */
		PASSWORD_CHANGED,
		/** An administrator lets the user do without a second factor. */
		BYPASS_GRANTED;

		/** Returns the prefix of the event's texts. */
		String key() {
			return "mail." + name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
