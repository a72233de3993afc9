package org.campanile.web.page;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.campanile.authn.PasswordChange;

/**
 * The form on which users choose a new password. It is posted with {@value #CURRENT},
 * {@value #REPLACEMENT} and {@value #REPEATED}.
 *
 * @param service the service the user is signing in to; null for none
 * @param cause why it is shown
 * @param username the user's name as typed at the login
 * @param action where the form is posted, on this server
 * @param hiddenFields the form's hidden fields, in order
 * @param message the fault of the last attempt
 * @param retryAfter how long to wait, with {@link Message#THROTTLED}
 * @param elsewhere the address for users who have changed it meanwhile, or do not want to
 * @param selfUrl where a GET shows this page again, for the language links; null for the
 * address of a GET request, and for no language links on a page that answers a POST
 */
public record PasswordChangePage(@Nullable ServiceView service, Cause cause, String username, String action,
		Map<String, String> hiddenFields, Message message, @Nullable Duration retryAfter, @Nullable String elsewhere,
		@Nullable String selfUrl) {

	public static final String CURRENT = "current_password";

	public static final String REPLACEMENT = "new_password";

	public static final String REPEATED = "new_password_again";

	/** The reason to show the page. */
	public enum Cause {

		/** The password has expired. */
		EXPIRED("password-change.expired"),
		/** The password must be changed before anything else. */
		MUST_CHANGE("password-change.must-change"),
		/** The user wants to. */
		WISHED("password-change.wished");

		private final String key;

		Cause(String key) {
			this.key = key;
		}

		String key() {
			return key;
		}

	}

	/** The fault of the last attempt. */
	public enum Message {

		/** No fault. */
		NONE(""),
		/** There were too many attempts. */
		THROTTLED("login.error.throttled"),
		/** The current password is not right. */
		NOT_CURRENT("password-change.error.not-current"),
		/** The new password and its repetition differ. */
		NOT_REPEATED("password-change.error.not-repeated"),
		/**
		 * The following objections to a new password have the same names as
		 * {@code PasswordChange.Objection}.
		 */
		PASSWORD_UNUSABLE("password-change.error.password-unusable"),
		PASSWORD_UNCHANGED("password-change.error.password-unchanged"),
		PASSWORD_TOO_WEAK("password-change.error.password-too-weak"),
		PASSWORD_TOO_SHORT("password-change.error.password-too-short"),
		PASSWORD_IN_HISTORY("password-change.error.password-in-history"),
		PASSWORD_TOO_YOUNG("password-change.error.password-too-young"),
		PASSWORD_NOT_ACCEPTED("password-change.error.password-not-accepted"),
		PASSWORD_CHANGE_NOT_ALLOWED("password-change.error.password-change-not-allowed"),
		PASSWORD_CHANGE_IMPOSSIBLE("password-change.error.password-change-impossible");

		private final String key;

		Message(String key) {
			this.key = key;
		}

		String key() {
			return key;
		}

		/**
		 * @throws IllegalArgumentException if there is no text for it
		 */
		public static Message of(PasswordChange.Objection objection) {
			return valueOf(objection.name());
		}

	}

}
