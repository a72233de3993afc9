package org.campanile.web.page;

import java.util.List;

/** Builds the model of the page whose form sends the browser to a service. */
final class RedirectFrames {

	/**
	 * The script that submits a form; must be identical to that in {@code redirect.html}.
	 */
	static final String AUTO_SUBMIT = "document.forms[0].submit()";

	static final String AUTO_SUBMIT_HASH = ContentSecurityPolicy.hash(AUTO_SUBMIT);

	private RedirectFrames() {
	}

	/**
	 * @param hidden the hidden fields of the form
	 * @throws IllegalArgumentException if the destination is not an http or https URL
	 */
	static void form(RedirectPage page, List<HiddenField> hidden, Frame frame) {
		String destination = WebAddress.destination(page.message().url());
		LanguageTexts texts = frame.texts();
		String service = DisplayText.name(page.service().name());
		String button = page.purpose().button();
		String targets = frame.carrying(destination);
		frame.title(texts.text(button, "service", DisplayText.isolated(service)))
			.serviceLogo(page.service())
			.put("heading", texts.text(page.purpose().heading()))
			.put("continueTo", texts.around(button, "service", service))
			.put("action", destination)
			.list("hidden", hidden)
			.mayRun(AUTO_SUBMIT_HASH)
			.formTargets(page.purpose() == RedirectPage.Purpose.LOGOUT ? targets + " 'self'" : targets);
	}

}
