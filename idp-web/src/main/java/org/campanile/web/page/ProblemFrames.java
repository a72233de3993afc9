package org.campanile.web.page;

import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy.Decision.Deny;

/** Builds the model of error pages. */
final class ProblemFrames {

	/**
	 * The script that shows the time in the browser's time zone; must be identical to
	 * that in {@code problem.html}.
	 */
	static final String LOCAL_TIME = Resources.read("problem.js").strip();

	static final String LOCAL_TIME_HASH = ContentSecurityPolicy.hash(LOCAL_TIME);

	private static final DateTimeFormatter TIME = DateTimeFormatter
		.ofLocalizedDateTime(FormatStyle.LONG, FormatStyle.MEDIUM)
		.withZone(ZoneOffset.UTC);

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
			.put("time", time(page.time(), texts.locale()))
			.put("script", LOCAL_TIME)
			.put("timestamp", page.time().truncatedTo(ChronoUnit.SECONDS).toString())
			.put("onTheWay", service == null ? null
					: texts.around("problem.on-the-way", "service", DisplayText.name(service.name())));
		boolean asked = page.denied() != null && denied(frame, page.denied());
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
		else if (remedyUrl != null && !asked) {
			remedy(frame, remedyUrl,
					problem.remedy() == Problem.Remedy.HELP ? "problem.help" : "problem.change-password", "service", "");
		}
	}

	/**
	 * Which access is missing, and whom to ask.
	 * @return whether somebody is named, who is asked before the help desk
	 */
	private static boolean denied(Frame frame, Deny denied) {
		String missing = denied.missing(frame.texts().locale());
		frame.put("missing", missing == null ? null : DisplayText.paragraph(missing));
		String contact = denied.contact();
		if (contact == null) {
			return false;
		}
		boolean page = WebAddress.link(contact).isPresent();
		frame.put("next", frame.texts().text("problem.ask-for-access"));
		remedy(frame, page ? contact : "mailto:" + contact, "problem.ask", "contact",
				page ? URI.create(contact).getHost() : contact);
		return true;
	}

	/** English without a country would use the United States' format. */
	private static String time(Instant time, Locale locale) {
		return TIME.withLocale(Locale.ENGLISH.equals(locale) ? Locale.UK : locale).format(time) + " UTC";
	}

	private static void startAgain(Frame frame, @Nullable ServiceView service) {
		String url = service == null ? null : WebAddress.link(service.startUrl()).orElse(null);
		if (service != null && url != null) {
			remedy(frame, url, "problem.start-again", "service", DisplayText.name(service.name()));
			// The button names the service.
			frame.put("onTheWay", null);
		}
	}

	private static void remedy(Frame frame, String url, String key, String placeholder, String name) {
		frame.put("remedyUrl", url).put("remedy", frame.texts().around(key, placeholder, name));
	}

}
