package org.campanile.web.factor.recovery;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.web.page.DisplayText;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.Pages;
import org.campanile.web.page.ServiceView;
import org.campanile.web.sso.Interrupt;
import org.campanile.web.sso.ServiceViews;

/**
 * Tells users who have just used a recovery code that few are left. Thread-safe.
 */
final class FewCodesInterrupt implements Interrupt {

	private static final Logger logger = LoggerFactory.getLogger(FewCodesInterrupt.class);

	/** A login that is older has been told already. */
	private static final Duration JUST_NOW = Duration.ofMinutes(10);

	private final RecoveryCodeMethod method;

	private final Pages pages;

	private final ServiceViews services;

	private final InstantSource clock;

	FewCodesInterrupt(RecoveryCodeMethod method, Pages pages, ServiceViews services, InstantSource clock) {
		this.method = method;
		this.pages = pages;
		this.services = services;
		this.clock = clock;
	}

	@Override
	public String id() {
		return "recovery-codes";
	}

	@Override
	public Optional<String> due(AuthenticatedUser user) {
		Instant since = clock.instant().minus(JUST_NOW);
		if (user.factors()
			.stream()
			.noneMatch(factor -> factor.kind().equals(RecoveryCodeMethod.KIND) && factor.at().isAfter(since))) {
			return Optional.empty();
		}
		try {
			int left = method.left(user.principal());
			return left > RecoveryCodeMethod.FEW ? Optional.empty() : Optional.of(Integer.toString(left));
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			logger.warn("How many recovery codes a user has left is not known: {}", ex.getMessage());
			return Optional.empty();
		}
	}

	@Override
	public boolean show(Page page, HttpServletRequest request, HttpServletResponse response) throws IOException {
		if (!page.content().matches("[0-9]")) {
			return false;
		}
		int left = Integer.parseInt(page.content());
		ServiceView service = services.view(page.signOn(), request);
		pages.show("recovery-codes-left", request, response, page.selfUrl(), frame -> {
			LanguageTexts texts = frame.texts();
			frame
				.heading(left == 0 ? texts.text("recovery-codes-left.none") : texts.count("recovery-codes-left", left),
						null)
				.service(service)
				.put("action", page.action())
				.hidden(page.hiddenFields())
				.put("continueTo", texts.around("redirect.continue", "service", DisplayText.name(service.name())));
		});
		return true;
	}

}
