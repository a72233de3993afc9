package org.campanile.web.factor.otp;

import java.io.IOException;
import java.util.Objects;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.campanile.authn.FactorKind;
import org.campanile.factor.otp.OtpToken;
import org.campanile.web.page.Frame;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.EnrolmentPage;

/**
 * Shows a new key as a QR code, a link and text, and asks for a code of the app that has
 * taken it. Thread-safe.
 */
final class OtpEnrolmentPage implements EnrolmentPage {

	private final FactorKind kind;

	private final Pages pages;

	OtpEnrolmentPage(FactorKind kind, Pages pages) {
		this.kind = kind;
		this.pages = pages;
	}

	@Override
	public FactorKind kind() {
		return kind;
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		OtpToken token = OtpToken.of(form.challenge())
			.orElseThrow(() -> new IllegalArgumentException("no challenge of the kind " + kind));
		form.show("enrol-otp", "enrol." + kind.code() + ".heading", frame -> fill(form, token, request, frame), pages,
				request, response);
	}

	private void fill(Form form, OtpToken token, HttpServletRequest request, Frame frame) {
		LanguageTexts texts = frame.texts();
		String uri = token.uri(frame.organisation(), form.user().loginName());
		QrImage image = QrImage.of(uri);
		frame.put("errorHint", "enrol.otp.wrong".equals(form.errorKey()) ? texts.text("enrol.otp.wrong.hint") : null)
			.put("text", texts.text("enrol." + kind.code() + ".text"))
			.put("uri", uri)
			.put("qrBox", "0 0 " + image.size() + ' ' + image.size())
			.put("qrPath", image.path())
			.put("secret", token.secretText().replaceAll("(.{4})(?=.)", "$1 "))
			.put("details", details(token, texts))
			.put("name", Objects.requireNonNullElse(request.getParameter("name"), texts.text("factor." + kind.code())));
	}

	/** Returns the settings that the app needs when the key is typed. */
	private static String details(OtpToken token, LanguageTexts texts) {
		String moving = token.isCounted() ? texts.text("enrol.otp.counted")
				: texts.text("enrol.otp.timed", "seconds", Integer.toString(token.step()));
		return moving + ' ' + texts.text("enrol.otp.details", "digits", Integer.toString(token.key().digits()))
			.replace("{algorithm}", token.key().algorithm().name());
	}

}
