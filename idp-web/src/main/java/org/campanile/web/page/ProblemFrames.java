package org.campanile.web.page;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** Builds the model of error pages. */
final class ProblemFrames {

	/**
	 * The script that shows the time in the browser's time zone; must be identical to
	 * that in {@code problem.html}.
	 */
	static final String LOCAL_TIME = Resources.read("problem.js").strip();

	static final String LOCAL_TIME_HASH = ContentSecurityPolicy.hash(LOCAL_TIME);

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG,
			FormatStyle.MEDIUM);

	private ProblemFrames() {
	}

	static void describe(ProblemPage page, Supplier<@Nullable String> changePasswordUrl, @Nullable String helpUrl,
			Frame frame) {
		LanguageTexts texts = frame.texts();
		Problem problem = page.problem();
		ServiceView service = page.service();
		String title = texts.text(problem.key() + ".title");
		frame.title(title)
			.serviceLogo(service)
			.put("heading", title)
			.put("text", texts.text(problem.key() + ".text"))
			.put("next", texts.text(problem.key() + ".next"))
			.put("code", page.code())
			.put("time", texts.format(TIME, page.time(), ZoneOffset.UTC) + " UTC")
			.put("script", LOCAL_TIME)
			.put("timestamp", page.time().truncatedTo(ChronoUnit.SECONDS).toString())
			.put("onTheWay", service == null ? null
					: texts.around("problem.on-the-way", "service", DisplayText.name(service.name())));
		if (page.denial() != null) {
			denial(page.denial(), helpUrl, frame);
			return;
		}
		if (page.again() != null) {
			frame.put("insteadUrl", page.again().signInUrl()).put("instead", texts.text("problem.sign-in-instead"));
			return;
		}
		String remedyUrl = switch (problem.remedy()) {
			case START_AGAIN, LATER, WAIT -> null;
			case CHANGE_PASSWORD -> changePasswordUrl.get();
			case HELP -> helpUrl;
		};
		if (problem.remedy().leadsToTheService()) {
			startAgain(frame, service);
			frame.put("again", problem.remedy() != Problem.Remedy.START_AGAIN);
		}
		else if (remedyUrl != null) {
			remedy(frame, remedyUrl,
					problem.remedy() == Problem.Remedy.HELP ? "problem.help" : "problem.change-password", "");
		}
	}

	/** The rule's own words in place of the general ones. */
	private static void denial(ProblemPage.Denial denial, @Nullable String helpUrl, Frame frame) {
		if (denial.missing() != null) {
			frame.put("text", DisplayText.description(denial.missing()));
		}
		String contact = denial.contact();
		String url = contact == null ? helpUrl
				: contact.contains("@") && !contact.contains(":") ? "mailto:" + contact : contact;
		if (contact != null) {
			frame.put("next", frame.texts().text("problem.not-allowed.contact"));
		}
		if (url != null) {
			remedy(frame, url, contact == null ? "problem.help" : "problem.contact",
					contact == null ? "" : DisplayText.name(contact));
		}
	}

	private static void startAgain(Frame frame, @Nullable ServiceView service) {
		String url = service == null ? null : WebAddress.link(service.startUrl()).orElse(null);
		if (service != null && url != null) {
			remedy(frame, url, "problem.start-again", DisplayText.name(service.name()));
			// The button names the service.
			frame.put("onTheWay", null);
		}
	}

	private static void remedy(Frame frame, String url, String key, String service) {
		frame.put("remedyUrl", url).put("remedy", frame.texts().around(key, "service", service));
	}

}
