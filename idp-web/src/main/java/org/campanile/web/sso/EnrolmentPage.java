package org.campanile.web.sso;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.FactorKind;
import org.campanile.web.page.Frame;
import org.campanile.web.page.Pages;
import org.campanile.web.page.ServiceView;

/**
 * Shows the page on which users enrol one kind of factor, during a login or on their own
 * page; a bean beside the {@link org.campanile.authn.EnrolledMethod} that stores it.
 * Thread-safe.
 */
public interface EnrolmentPage {

	FactorKind kind();

	void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException;

	/**
	 * A page to be shown. It has no links to other languages, as no address shows the
	 * same key or codes again.
	 *
	 * @param user who enrols it
	 * @param challenge what the method hands to the page
	 * @param action where the form is posted, on this server
	 * @param hiddenFields the fields that it is posted with, in order
	 * @param errorKey the text that says what was wrong with the last try; null for none
	 * @param service the service that the user is on the way to; null on the own page
	 * @param cancelUrl where the user goes on cancelling; null if that is the button
	 * {@code skip} of the form
	 * @param skippable whether the form has a button {@code skip}, "Not now"
	 * @param choosable whether the form has a button {@code other}, which leads back to
	 * the choice of what to enrol
	 */
	record Form(AuthenticatedUser user, Map<String, String> challenge, String action, Map<String, String> hiddenFields,
			@Nullable String errorKey, @Nullable ServiceView service, @Nullable String cancelUrl, boolean skippable,
			boolean choosable) {

		/**
		 * Shows the page with the parts that all of them share.
		 * @param template as for {@link Pages#show}
		 * @param heading the key of its heading
		 * @param content fills in the rest
		 */
		public void show(String template, String heading, Consumer<Frame> content, Pages pages,
				HttpServletRequest request, HttpServletResponse response) throws IOException {
			pages.show(template, request, response, null, frame -> {
				frame.heading(frame.texts().text(heading), errorKey == null ? null : frame.texts().text(errorKey))
					.service(service)
					.put("action", action)
					.hidden(hiddenFields)
					.put("cancelUrl", cancelUrl)
					.put("skippable", skippable)
					.put("choosable", choosable)
					.list("languages", List.of());
				content.accept(frame);
			});
		}

	}

}
