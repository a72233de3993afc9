package org.campanile.web.page;

import java.util.List;

/**
 * The session here has ended.
 *
 * @param services the services the session had signed in to
 * @param closeBrowserAdvised whether closing the browser is the only way to be sure
 */
public record LoggedOutPage(List<LoggedOutService> services, boolean closeBrowserAdvised) {

	public LoggedOutPage {
		services = List.copyOf(services);
	}

}
