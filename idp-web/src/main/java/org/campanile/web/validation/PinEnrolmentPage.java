package org.campanile.web.validation;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.campanile.authn.FactorKind;
import org.campanile.factor.pin.Pins;
import org.campanile.web.page.Frame;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.EnrolmentPage;

/** Asks for a new PIN, on the account page alone. Thread-safe. */
final class PinEnrolmentPage implements EnrolmentPage {

	private final Pages pages;

	PinEnrolmentPage(Pages pages) {
		this.pages = pages;
	}

	@Override
	public FactorKind kind() {
		return FactorKind.PIN;
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		pages.show("enrol-pin", request, response, form.selfUrl(), frame -> fill(form, frame));
	}

	private static void fill(Form form, Frame frame) {
		LanguageTexts texts = frame.texts();
		String heading = texts.text("enrol.pin.heading");
		String errorKey = form.errorKey();
		String error = errorKey == null ? null : texts.text(errorKey);
		frame.title(error == null ? heading : texts.text("page.error", "error", error))
			.put("heading", heading)
			.put("error", error)
			.put("rule", texts.text("enrol.pin.rule", "count", form.challenge().getOrDefault(Pins.MINIMUM, "")))
			.put("action", form.action())
			.hidden(form.hiddenFields())
			.put("cancelUrl", form.cancelUrl());
	}

}
