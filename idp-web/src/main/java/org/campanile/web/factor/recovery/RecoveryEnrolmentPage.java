package org.campanile.web.factor.recovery;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.campanile.authn.FactorKind;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.EnrolmentPage;

/** Shows new recovery codes, to be printed or written down. Thread-safe. */
final class RecoveryEnrolmentPage implements EnrolmentPage {

	/**
	 * The script of the print button; without it, the user prints with the browser's own
	 * menu.
	 */
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
		form.show("enrol-recovery", "enrol.recovery.heading",
				frame -> frame
					.put("owner", frame.texts().around("enrol.recovery.owner", "user", form.user().loginName()))
					.list("codes", RecoveryCodeMethod.codes(form.challenge()))
					.script(PRINT),
				pages, request, response);
	}

}
