package org.campanile.web.page;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The form on which users choose a new password. It is posted with {@value #CURRENT},
 * {@value #REPLACEMENT} and {@value #REPEATED}.
 *
 * @param service the service the user is signing in to; null for none
 * @param cause why it is shown
 * @param username whose password it is, as typed at the login
 * @param action where the form is posted, on this server
 * @param hiddenFields the form's hidden fields, in order
 * @param message what was wrong with the last try
 * @param retryAfter how long to wait, with {@link Message#THROTTLED}
 * @param elsewhere where users go who have changed it meanwhile, or would rather not
 * @param selfUrl where a GET shows this page again, for the language links; null for the
 * address of a GET request, and for no language links on a page that answers a POST
 */
public record PasswordChangePage(@Nullable ServiceView service, Cause cause, String username, String action,
		Map<String, String> hiddenFields, Message message, @Nullable Duration retryAfter, @Nullable String elsewhere,
		@Nullable String selfUrl) {

	/** The field with the current password. */
	public static final String CURRENT = "current_password";

	/** The field with the new one. */
	public static final String REPLACEMENT = "new_password";

	/** The field with the new one once more. */
	public static final String REPEATED = "new_password_again";

	/** Why it is shown. */
	public enum Cause {

		/** The password has expired. */
		EXPIRED("expired"),
		/** It must be changed before anything else. */
		MUST_CHANGE("must-change"),
		/** The user wants to. */
		WISHED("wished");

		private final String key;

		Cause(String key) {
			this.key = "password-change." + key;
		}

		String key() {
			return key;
		}

	}

	/** What was wrong with the last try; named as the texts are. */
	public enum Message {

		/** Nothing. */
		NONE,
		/** Too many attempts. */
		THROTTLED,
		/** The current password is not right. */
		NOT_CURRENT,
		/** The two new ones differ. */
		NOT_REPEATED,
		/** As {@code org.campanile.authn.PasswordChange.Objection} says, these all. */
		PASSWORD_UNUSABLE, PASSWORD_UNCHANGED, PASSWORD_TOO_WEAK, PASSWORD_TOO_SHORT, PASSWORD_IN_HISTORY,
		PASSWORD_TOO_YOUNG, PASSWORD_NOT_ACCEPTED, PASSWORD_CHANGE_NOT_ALLOWED, PASSWORD_CHANGE_IMPOSSIBLE

	}

}
