package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.PasswordChange;
import org.campanile.authn.PasswordWarning;
import org.campanile.web.page.Pages;
import org.campanile.web.page.PasswordWarningPage;

/** Warns once that the password will soon expire. Thread-safe. */
@Component
class PasswordWarningInterrupt implements Interrupt {

	/** Seconds left, logins left, or neither. */
	private static final Pattern CONTENT = Pattern.compile("([sn])([0-9]{1,9})|soon");

	private final Pages pages;

	private final ServiceViews services;

	private final PasswordChange passwordChange;

	private final String changePath;

	PasswordWarningInterrupt(Pages pages, ServiceViews services, PasswordChange passwordChange,
			IdentityProvider identityProvider) {
		this.pages = pages;
		this.services = services;
		this.passwordChange = passwordChange;
		this.changePath = identityProvider.contextPath() + PasswordChangeController.PATH;
	}

	@Override
	public String id() {
		return "warning";
	}

	@Override
	public Optional<String> due(AuthenticatedUser user) {
		return user.warning()
			.map(warning -> warning.timeLeft()
				.map(left -> "s" + left.toSeconds())
				.or(() -> warning.graceLoginsLeft().map(left -> "n" + left))
				.orElse("soon"));
	}

	@Override
	public boolean show(Page page, HttpServletRequest request, HttpServletResponse response) throws IOException {
		Matcher parts = CONTENT.matcher(page.content());
		if (!parts.matches()) {
			return false;
		}
		Optional<Integer> number = Optional.ofNullable(parts.group(2)).map(Integer::valueOf);
		boolean time = "s".equals(parts.group(1));
		PasswordWarning warning = new PasswordWarning(time ? number.map(Duration::ofSeconds) : Optional.empty(),
				time ? Optional.empty() : number);
		pages
			.passwordWarning(new PasswordWarningPage(services.view(page.signOn(), request), warning, page.action(),
					page.hiddenFields(), passwordChange.isOffered()
							? changePath + PasswordChangeController.query(page.hiddenFields()) : null,
					page.selfUrl()), request, response);
		return true;
	}

}
