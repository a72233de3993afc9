package org.campanile.web.account;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

import org.campanile.IdentityProvider;
import org.campanile.web.page.Pages;

/** The page at the server's own address, for those who type or bookmark it. */
@Controller
class FrontPageController {

	private final Pages pages;

	private final boolean account;

	private final String accountUrl;

	FrontPageController(Pages pages, ObjectProvider<AccountController> account, IdentityProvider identityProvider) {
		this.pages = pages;
		this.account = account.getIfAvailable() != null;
		this.accountUrl = identityProvider.contextPath() + AccountController.PATH;
	}

	@GetMapping({ "", "/" })
	void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
		pages.show("front", request, response, null, frame -> frame.title(frame.texts().text("front.heading"))
			.put("accountUrl", account ? accountUrl : null));
	}

}
