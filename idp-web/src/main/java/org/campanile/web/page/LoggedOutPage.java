package org.campanile.web.page;

import java.util.List;

import org.campanile.protocol.Answer;
import org.jspecify.annotations.Nullable;

/**
 * The session here has ended.
 *
 * @param services the services the session had signed in to
 * @param closeBrowserAdvised whether closing the browser is the only way to be sure
 * @param back the service that began the logout and waits for the person; null if none
 * does
 * @param faultCode the code of the audit line if our own records failed while the session
 * was ended; null if they did not
 * @param reloadable whether the address of the request shows the same again, or that of
 * logout if the request was no GET
 */
public record LoggedOutPage(List<LoggedOutService> services, boolean closeBrowserAdvised, @Nullable Back back,
		@Nullable String faultCode, boolean reloadable) {

	public LoggedOutPage {
		services = List.copyOf(services);
	}

	/** One that nobody waits for, and that nothing of ours failed at. */
	public LoggedOutPage(List<LoggedOutService> services, boolean closeBrowserAdvised) {
		this(services, closeBrowserAdvised, null, null, services.isEmpty());
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
