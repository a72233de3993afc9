package org.campanile.web.factor.recovery;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.campanile.authn.FactorKind;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.web.page.Frame;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.EnrolmentPage;

/** Shows new recovery codes, to be printed or written down. Thread-safe. */
final class RecoveryEnrolmentPage implements EnrolmentPage {

	/** Without it, the browser's own menu prints. */
	private static final String PRINT = "const b=document.getElementById('print');b.hidden=false;"
			+ "b.addEventListener('click',()=>print())";

	private final Pages pages;

	RecoveryEnrolmentPage(Pages pages) {
		this.pages = pages;
	}

	@Override
	public FactorKind kind() {
		return RecoveryCodeMethod.KIND;
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		pages.show("enrol-recovery", request, response, form.selfUrl(), frame -> fill(form, frame));
	}

	private void fill(Form form, Frame frame) {
		LanguageTexts texts = frame.texts();
		String heading = texts.text("enrol.recovery.heading");
		String errorKey = form.errorKey();
		String error = errorKey == null ? null : texts.text(errorKey);
		frame.title(error == null ? heading : texts.text("page.error", "error", error))
			.serviceLogo(form.service())
			.put("heading", heading)
			.put("error", error)
			.put("owner", texts.around("enrol.recovery.owner", "user", form.user().loginName()))
			.list("codes", RecoveryCodeMethod.codes(form.challenge()))
			.put("action", form.action())
			.hidden(form.hiddenFields())
			.put("cancelUrl", form.cancelUrl())
			.put("skippable", form.skippable())
			.script(PRINT);
		if (form.service() != null) {
			frame.formTargets(pages.targetsOf(form.service()));
		}
	}

}
