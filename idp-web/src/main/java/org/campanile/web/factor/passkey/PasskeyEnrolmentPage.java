package org.campanile.web.factor.passkey;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;

import org.campanile.authn.FactorKind;
import org.campanile.factor.passkey.PasskeyMethod;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.Pages;
import org.campanile.web.page.PasskeyScript;
import org.campanile.web.sso.EnrolmentPage;

/** The page on which users create a passkey and give it a name. Thread-safe. */
final class PasskeyEnrolmentPage implements EnrolmentPage {

	private final PasskeyMethod method;

	private final Pages pages;

	PasskeyEnrolmentPage(PasskeyMethod method, Pages pages) {
		this.method = method;
		this.pages = pages;
	}

	@Override
	public FactorKind kind() {
		return PasskeyMethod.KIND;
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		form.show("passkey-enrol", "enrol.passkey.heading",
				frame -> frame.put("text", frame.texts().text("passkey.enrol.text"))
					.fields(PasskeyPage.fields(method.creationOptions(form.user(), form.challenge())))
					.put("name", name(request, frame.texts()))
					.script(PasskeyScript.TEXT),
				pages, request, response);
	}

	/** Returns the name that was typed before, or a name made from the device. */
	private static String name(HttpServletRequest request, LanguageTexts texts) {
		String typed = request.getParameter(PasskeyMethod.NAME);
		if (typed != null) {
			return typed;
		}
		String agent = Objects.requireNonNullElse(request.getHeader(HttpHeaders.USER_AGENT), "");
		// An iPhone names Mac OS X as well, and Android Linux.
		Optional<String> device = Stream.of("iPhone", "iPad", "Android", "Windows", "Mac", "Linux")
			.filter(agent::contains)
			.findFirst();
		return device.map(one -> texts.text("passkey.enrol.name.on", "device", one))
			.orElseGet(() -> texts.text("passkey.enrol.name.default"));
	}

}
