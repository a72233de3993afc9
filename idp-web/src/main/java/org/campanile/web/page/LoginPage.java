package org.campanile.web.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The login form. It is posted with {@code j_username}, {@code j_password},
 * {@code _eventId_proceed} and, if ticked, {@code shared_computer}.
 *
 * @param service the service the user is signing in to
 * @param action where the form is posted, on this server
 * @param hiddenFields the form's hidden fields, in order
 * @param username the content of the username field; empty for none
 * @param usernameFixed whether the name cannot be changed, because a user is signed in
 * @param message the message shown with the form
 * @param retryAfter how long to wait, with {@link LoginMessage#THROTTLED}
 * @param sharedComputerOffered whether to offer a session that ends with the browser
 * @param sharedComputer whether the user has chosen that already
 * @param selfUrl where a GET shows this page again, for the language links; null for the
 * address of a GET request, and for no language links on a page that answers a POST
 * @param passkeyFields the hidden fields of the form that a passkey is sent with, in
 * order, with {@code options} for the script; empty to offer none
 */
public record LoginPage(ServiceView service, String action, Map<String, String> hiddenFields, String username,
		boolean usernameFixed, LoginMessage message, @Nullable Duration retryAfter, boolean sharedComputerOffered,
		boolean sharedComputer, @Nullable String selfUrl, Map<String, String> passkeyFields) {

	/** Returns the fields of both forms, one form after the other. */
	List<HiddenField> allFields() {
		List<HiddenField> all = new ArrayList<>(HiddenField.of(hiddenFields));
		all.addAll(HiddenField.of(passkeyFields));
		return all;
	}

}
