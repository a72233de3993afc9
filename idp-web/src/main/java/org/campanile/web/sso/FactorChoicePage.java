package org.campanile.web.sso;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import org.campanile.authn.FactorKind;
import org.campanile.web.page.DisplayText;
import org.campanile.web.page.FactorTexts;
import org.campanile.web.page.Pages;
import org.campanile.web.page.ServiceView;

/** The page on which users choose the factor that they enrol. Thread-safe. */
@Component
class FactorChoicePage {

	private final Pages pages;

	FactorChoicePage(Pages pages) {
		this.pages = pages;
	}

	/**
	 * @param skippableUntil the time until which the user may postpone it; null if the
	 * user may not
	 */
	void show(ServiceView service, List<FactorKind> kinds, @Nullable Instant skippableUntil, String action,
			Map<String, String> hidden, HttpServletRequest request, HttpServletResponse response) throws IOException {
		pages.show("factor-choice", request, response, null, frame -> {
			frame.heading(frame.texts().text("factor-choice.heading"), null)
				.service(service)
				.put("text", frame.texts().around("factor-choice.text", "service", DisplayText.name(service.name())))
				.put("action", action)
				.hidden(hidden)
				.put("skippable",
						skippableUntil == null ? null
								: frame.texts()
									.text("factor-choice.until", "date", frame.texts().lastDayBefore(skippableUntil)))
				.list("kinds", FactorTexts.of(kinds, frame.texts()));
		});
	}

}
