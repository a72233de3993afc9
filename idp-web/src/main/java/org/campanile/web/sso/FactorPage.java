package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.campanile.authn.FactorKind;
import org.campanile.signon.LoginState;
import org.campanile.web.page.LoginMessage;

/**
 * Asks the browser for one kind of factor; a bean beside the
 * {@link org.campanile.authn.AuthenticationMethod} that checks what it sends.
 * Thread-safe.
 */
public interface FactorPage {

	FactorKind kind();

	void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException;

	/**
	 * Whether the page of that challenge needs no input, so that a GET with the sealed
	 * form as {@code step} asks the method again.
	 */
	default boolean waits(Map<String, String> challenge) {
		return false;
	}

	/**
	 * A form to be shown.
	 *
	 * @param challenge what the method hands to the page
	 * @param action where the form is posted, on this server
	 * @param hiddenFields the fields that it is posted with, in order
	 * @param loginName the username entered before; empty for none
	 * @param message the message shown with the form
	 * @param retryAfter how long to wait, with {@link LoginMessage#THROTTLED}
	 * @param selfUrl where a GET shows the form again or restarts the login, for links to
	 * other languages on a page that answers a POST; null for the address of a GET
	 * @param others the kinds that would do as well, which the user may choose: the form
	 * is then posted with {@code other}
	 * @param trustDays the number of days for which this device may be trusted, with the
	 * field {@link DeviceMemory#FIELD}; null if that is not offered
	 */
	record Form(LoginState state, Map<String, String> challenge, String action, Map<String, String> hiddenFields,
			String loginName, LoginMessage message, @Nullable Duration retryAfter, @Nullable String selfUrl,
			List<FactorKind> others, @Nullable Integer trustDays) {
	}

}
