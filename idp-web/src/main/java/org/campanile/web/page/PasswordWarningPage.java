package org.campanile.web.page;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.campanile.authn.PasswordWarning;

/**
 * The page between login and service that warns of a password about to expire.
 *
 * @param service the service the user is signing in to
 * @param warning the directory's warning
 * @param action where "Continue" is posted, on this server, with {@code _eventId_proceed}
 * @param hiddenFields the form's hidden fields, in order
 * @param changeUrl where the password is changed on this server; null where it is not
 * @param selfUrl where a GET shows this page again, for the language links
 */
public record PasswordWarningPage(ServiceView service, PasswordWarning warning, String action,
		Map<String, String> hiddenFields, @Nullable String changeUrl, String selfUrl) {
}
