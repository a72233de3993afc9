package org.campanile.web.page;

import java.util.List;
import java.util.Map;

/**
 * Asks whether to sign out.
 *
 * @param principal the person signed in
 * @param serviceNames names of the services the session has signed in to
 * @param action where the form is posted, on this server, with {@code _eventId_proceed}
 * @param hiddenFields the form's hidden fields, in order
 */
public record LogoutConfirmPage(String principal, List<String> serviceNames, String action,
		Map<String, String> hiddenFields) {

	public LogoutConfirmPage {
		serviceNames = List.copyOf(serviceNames);
	}

}
