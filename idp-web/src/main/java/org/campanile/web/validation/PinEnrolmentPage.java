package org.campanile.web.validation;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.campanile.authn.FactorKind;
import org.campanile.factor.pin.Pins;
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
		form.show("enrol-pin", "enrol.pin.heading",
				frame -> frame.put("rule",
						frame.texts().text("enrol.pin.rule", "count", form.challenge().getOrDefault(Pins.MINIMUM, ""))),
				pages, request, response);
	}

}
