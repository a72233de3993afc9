package org.campanile.web.page;

import java.util.List;

import org.campanile.protocol.Answer;
import org.jspecify.annotations.Nullable;

/**
 * The session here has ended.
 *
 * @param services the services the session had signed in to
 * @param closeBrowserAdvised whether closing the browser is the only way to be sure
 * @param back the service that began the logout and waits for the user; null if none does
 * @param faultCode the code of the audit line if our own records failed while the session
 * was ended; null if they did not
 * @param again where the page is loaded again if the request was no GET, whose own
 * address would do; null if no address shows the same again
 */
public record LoggedOutPage(List<LoggedOutService> services, boolean closeBrowserAdvised, @Nullable Back back,
		@Nullable String faultCode, @Nullable String again) {

	public LoggedOutPage {
		services = List.copyOf(services);
	}

	/**
	 * The way back to the service that began the logout.
	 *
	 * @param name its name
	 * @param answer the answer that it waits for
	 */
	public record Back(String name, Answer answer) {
	}

}
