package org.campanile.web.page;

import java.util.ArrayList;
import java.util.List;

import org.campanile.protocol.Answer;
import org.campanile.web.page.LoggedOutService.State;
import org.jspecify.annotations.Nullable;

/** Fills the frames of the pages that a logout shows. */
final class LogoutFrames {

	/**
	 * Watches the frames, byte for byte as it stands in {@code logout-progress.html}. A
	 * frame reports the outcome of its service when it shows a page of ours again; all
	 * others are of another origin and closed to it.
	 */
	static final String WATCH = Resources.read("logout-progress.js").strip();

	/** Leads a frame on, byte for byte as it stands in {@code logout-step.html}. */
	static final String LEAD = "location.replace(document.links[0].href)";

	static final String WATCH_HASH = ContentSecurityPolicy.hash(WATCH);

	static final String LEAD_HASH = ContentSecurityPolicy.hash(LEAD);

	private static final List<State> FINAL = List.of(State.ENDED, State.REFUSED, State.NO_ANSWER);

	private LogoutFrames() {
	}

	/**
	 * A line of the page that asks.
	 *
	 * @param name the service's name
	 * @param state how a style names its state
	 * @param outcome its state in words
	 * @param frameUrl where its frame begins; null for no frame
	 * @param frameTitle what the frame is called
	 */
	record Line(String name, String state, String outcome, @Nullable String frameUrl, String frameTitle) {
	}

	/**
	 * A line of the page shown after logout.
	 *
	 * @param name the service's name
	 * @param outcome what became of it, in words
	 * @param state the same, as styles name it
	 * @param askUrl where it can be asked once more; null where it cannot
	 * @param ask what the link there says; null where there is none
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

	/** Its name among the variables of a template. */
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
			case LogoutStepPage.Leads(String name, String url) ->
				frame.put("ask", ask(texts, name)).put("url", address(url)).put("refresh", "1; url=" + url);
			case LogoutStepPage.Carries(String name, var message) -> frame.put("ask", ask(texts, name))
				.put("action", address(message.url()))
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
		boolean left = page.faultCode() != null;
		for (LoggedOutService service : page.services()) {
			String name = DisplayText.name(service.name());
			String askUrl = service.askUrl();
			left |= service.state() != State.ENDED;
			outcomes.add(new Outcome(name, texts.text(service.state().key()), service.state().word(), askUrl,
					askUrl == null ? null : ask(texts, name)));
		}
		LoggedOutPage.Back back = page.back();
		frame.title(texts.text("logged-out.heading"))
			.list("services", outcomes)
			.put("text", texts.text(left ? "logged-out.text-left" : "logged-out.text"))
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
			case Answer.Redirect redirect -> frame.put("backUrl", address(redirect.url()));
			case Answer.Post post ->
				frame.put("backAction", address(post.url())).list("hidden", HiddenField.of(post.fields()));
		}
	}

	private static String address(String url) {
		return WebAddress.link(url)
			.orElseThrow(() -> new IllegalArgumentException("A message cannot be sent to that destination"));
	}

}
