package org.campanile.web.factor.code;

import java.io.IOException;
import java.util.function.BiFunction;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.campanile.authn.FactorKind;
import org.campanile.web.page.Frame;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.LoginMessage;
import org.campanile.web.page.LoginScript;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Responses;
import org.campanile.web.page.ServiceView;
import org.campanile.web.sso.DeviceMemory;
import org.campanile.web.sso.FactorPage;
import org.campanile.web.sso.ServiceViews;

/**
 * The page on which users enter a code, in a field {@code code}. Its texts are those of
 * {@code factor-code.KIND}. Thread-safe.
 */
public final class CodePage implements FactorPage {

	private final FactorKind kind;

	private final Keyboard keyboard;

	private final BiFunction<Form, LanguageTexts, @Nullable String> remark;

	private final Pages pages;

	private final ServiceViews services;

	/** The characters of the codes. */
	public enum Keyboard {

		/**
		 * The codes consist of digits, which a phone may read from an app or a message.
		 */
		DIGITS("numeric", "one-time-code"),
		/** Letters too. */
		LETTERS("text", "off");

		private final String inputMode;

		private final String autocomplete;

		Keyboard(String inputMode, String autocomplete) {
			this.inputMode = inputMode;
			this.autocomplete = autocomplete;
		}

	}

	/**
	 * @param remark returns an additional text about the challenge that the page shows;
	 * null for none
	 */
	public CodePage(FactorKind kind, Keyboard keyboard, BiFunction<Form, LanguageTexts, @Nullable String> remark,
			Pages pages, ServiceViews services) {
		this.kind = kind;
		this.keyboard = keyboard;
		this.remark = remark;
		this.pages = pages;
		this.services = services;
	}

	@Override
	public FactorKind kind() {
		return kind;
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		ServiceView service = services.view(form.state().request(), request);
		Responses.retryAfter(response, form.message() == LoginMessage.THROTTLED ? form.retryAfter() : null);
		pages.show("factor-code", request, response, form.selfUrl(),
				frame -> fill(form, service, request.getParameter(DeviceMemory.FIELD) != null, frame));
	}

	private void fill(Form form, ServiceView service, boolean trustTicked, Frame frame) {
		LanguageTexts texts = frame.texts();
		String key = "factor-code." + kind.code();
		frame.heading(texts.text(key + ".heading"), error(form, texts))
			.service(service)
			.put("text", texts.text(key + ".text"))
			.put("remark", remark.apply(form, texts))
			.put("notice",
					form.message() == LoginMessage.STRONGER_AUTHENTICATION
							? texts.around("factor-code.stronger", "service", service.name()) : null)
			.put("errorHint", form.message() == LoginMessage.BAD_CREDENTIALS ? texts.text(key + ".hint") : null)
			.put("waiting", form.message() == LoginMessage.THROTTLED)
			.put("inputMode", keyboard.inputMode)
			.put("autocomplete", keyboard.autocomplete)
			.script(LoginScript.TEXT)
			.put("action", form.action())
			.hidden(form.hiddenFields())
			.others(form.others())
			// A user who has lost the other factors is rarely at a device to trust.
			.trust(keyboard == Keyboard.LETTERS ? null : form.trustDays(), trustTicked)
			.status(form.message().status());
	}

	private static @Nullable String error(Form form, LanguageTexts texts) {
		return switch (form.message()) {
			case BAD_CREDENTIALS -> texts.text("factor-code.wrong");
			case OTHER_USER -> texts.text("login.error.other-user");
			case THROTTLED -> texts.throttled(form.retryAfter());
			default -> null;
		};
	}

}
