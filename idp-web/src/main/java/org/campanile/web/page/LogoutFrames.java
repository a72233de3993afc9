package org.campanile.web.page;

import java.util.ArrayList;
import java.util.List;

import org.campanile.protocol.Answer;
import org.campanile.web.page.LoggedOutService.State;
import org.jspecify.annotations.Nullable;

/** Builds the models of the pages of a logout. */
final class LogoutFrames {

	/**
	 * The script that watches the frames; must be identical to that in {@code
	 * logout-progress.html}. A frame reports the result of its service when it shows a
	 * page of this server again; until then it is of another origin and cannot be read.
	 */
	static final String WATCH = Resources.read("logout-progress.js").strip();

	/**
	 * The script that sends a frame to the service; must be identical to that in {@code
	 * logout-step.html}.
	 */
	static final String LEAD = "location.replace(document.links[0].href)";

	static final String WATCH_HASH = ContentSecurityPolicy.hash(WATCH);

	static final String LEAD_HASH = ContentSecurityPolicy.hash(LEAD);

	private static final List<State> FINAL = List.of(State.ENDED, State.REFUSED, State.NO_ANSWER);

	private LogoutFrames() {
	}

	/**
	 * A line of the progress page.
	 *
	 * @param name the service's name
	 * @param state its state as a name for styles
	 * @param outcome its state in words
	 * @param frameUrl the initial URL of its frame; null for no frame
	 */
	record Line(String name, String state, String outcome, @Nullable String frameUrl, String frameTitle) {
	}

	/**
	 * A line of the page shown after logout.
	 *
	 * @param name the service's name
	 * @param outcome the result, in words
	 * @param state the result, as a name for styles
	 * @param askUrl the URL that repeats the logout request; null if it cannot be
	 * repeated
	 * @param ask the text of that link; null if there is none
	 */
	record Outcome(String name, String outcome, String state, @Nullable String askUrl, @Nullable Phrase ask) {
	}

	static void progress(LogoutProgressPage page, Frame frame) {
		LanguageTexts texts = frame.texts();
		frame.mayShow("'self'");
		List<Line> lines = new ArrayList<>();
		for (LoggedOutService asked : page.services()) {
			String name = DisplayText.name(asked.name());
			lines.add(new Line(name, asked.state().word(), texts.text(asked.state().key()), asked.askUrl(),
					texts.text("logout.frame", "service", DisplayText.isolated(name))));
			for (String endpoint : asked.endpoints()) {
				frame.mayShow(WebAddress.origin(endpoint));
			}
		}
		long seconds = Math.max(1, page.limit().toSeconds());
		String url = page.continueUrl();
		frame.title(texts.text("logout.heading"))
			.list("services", lines)
			.put("continueUrl", url)
			.put("seconds", seconds)
			.put("refresh", page.waitsForUser() ? null : (seconds + 2) + "; url=" + url)
			.put("script", WATCH);
		for (State state : FINAL) {
			frame.put(property(state), texts.text(state.key()));
		}
	}

	/** Returns the name of the state's variable in templates. */
	private static String property(State state) {
		return switch (state) {
			case ENDED -> "ended";
			case REFUSED -> "refused";
			default -> "noAnswer";
		};
	}

	static void step(LogoutStepPage page, Frame frame) {
		LanguageTexts texts = frame.texts();
		frame.title(texts.text("logout.heading")).embeddable();
		switch (page) {
			case LogoutStepPage.Leads(String name, String url) -> frame.put("ask", ask(texts, name))
				.put("url", WebAddress.destination(url))
				.put("refresh", "1; url=" + url);
			case LogoutStepPage.Carries(String name, var message) -> frame.put("ask", ask(texts, name))
				.put("action", WebAddress.destination(message.url()))
				.list("hidden", HiddenField.of(message.fields()));
			case LogoutStepPage.Known(State state) ->
				frame.put("state", state.word()).put("outcome", texts.text(state.key()));
		}
	}

	private static Phrase ask(LanguageTexts texts, String name) {
		return texts.around("logout.ask", "service", DisplayText.name(name));
	}

	static void result(LoggedOutPage page, Frame frame) {
		LanguageTexts texts = frame.texts();
		List<Outcome> outcomes = new ArrayList<>();
		for (LoggedOutService service : page.services()) {
			String name = DisplayText.name(service.name());
			String askUrl = service.askUrl();
			outcomes.add(new Outcome(name, texts.text(service.state().key()), service.state().word(), askUrl,
					askUrl == null ? null : ask(texts, name)));
		}
		LoggedOutPage.Back back = page.back();
		frame.title(texts.text("logged-out.heading"))
			.list("services", outcomes)
			.put("text", texts.text(page.closeBrowserAdvised() ? "logged-out.text-left" : "logged-out.text"))
			.put("closeBrowserAdvised", page.closeBrowserAdvised())
			.put("faultCode", page.faultCode())
			.put("back", null);
		if (back != null) {
			back(back, frame);
		}
	}

	private static void back(LoggedOutPage.Back back, Frame frame) {
		frame.put("back", frame.texts().around("logged-out.return", "service", DisplayText.name(back.name())));
		switch (back.answer()) {
			case Answer.Redirect redirect -> frame.put("backUrl", WebAddress.destination(redirect.url()));
			case Answer.Post post -> frame.put("backAction", WebAddress.destination(post.url()))
				.list("hidden", HiddenField.of(post.fields()));
			case Answer.Headers headers -> throw new IllegalArgumentException("no browser goes back by headers");
		}
	}

}
