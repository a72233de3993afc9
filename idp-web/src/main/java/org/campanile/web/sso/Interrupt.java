package org.campanile.web.sso;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.signon.SignOnRequest;

/**
 * A page shown between a login and the service, which the user leaves by "Continue"; a
 * bean. The session already exists. If several are due, they are shown one after the
 * other, in the order of the beans. Thread-safe.
 */
public interface Interrupt {

	/**
	 * Names it in the page's address, each another, and none of the parameters of the
	 * login's address; otherwise the server does not start. Lower-case letters and
	 * hyphens.
	 */
	String id();

	/**
	 * Returns the page that is due after that login; empty if none is.
	 * @return the content to show, at most 256 characters, as carried in the page's
	 * address, where it can be altered; empty if the page is not due
	 */
	Optional<String> due(AuthenticatedUser user);

	/**
	 * Shows the page.
	 * @return false if {@link #due} cannot have returned that content; nothing was shown
	 */
	boolean show(Page page, HttpServletRequest request, HttpServletResponse response) throws IOException;

	/**
	 * A page to be shown.
	 *
	 * @param signOn the request that the user has signed in for
	 * @param content what {@link #due} said
	 * @param action where "Continue" leads, by GET, on this server
	 * @param hiddenFields the fields that it is sent with, in order
	 * @param selfUrl where a GET shows this page again
	 */
	record Page(SignOnRequest signOn, String content, String action, Map<String, String> hiddenFields, String selfUrl) {
	}

}
