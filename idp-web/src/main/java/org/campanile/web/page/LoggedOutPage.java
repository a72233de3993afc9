package org.campanile.web.page;

import java.util.List;

import org.campanile.protocol.Answer;
import org.jspecify.annotations.Nullable;

/**
 * The session at this server has been terminated.
 *
 * @param services the services the session had signed in to
 * @param closeBrowserAdvised whether the user may still be signed in to services, so that
 * closing the browser is the only way to be sure
 * @param back the service that began the logout and waits for the user; null if none
 * @param faultCode the code of the audit line if the store failed while the session was
 * terminated; null if it did not
 * @param again where the page can be loaded again if the request was not a GET; null if
 * it cannot
 */
public record LoggedOutPage(List<LoggedOutService> services, boolean closeBrowserAdvised, @Nullable Back back,
		@Nullable String faultCode, @Nullable String again) {

	public LoggedOutPage {
		services = List.copyOf(services);
	}

	/**
	 * The way back to the service that began the logout.
	 *
	 * @param answer the response that it waits for
	 */
	public record Back(String name, Answer answer) {
	}

}
