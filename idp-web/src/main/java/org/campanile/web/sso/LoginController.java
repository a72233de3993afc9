package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

import org.campanile.IdentityProvider;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.factor.Enrolments;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.campanile.signon.Approval;
import org.campanile.signon.LoginState;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.StoreWaitBudget;
import org.campanile.web.page.ProblemPage;
import org.campanile.web.security.BrowserBinding;

/** Serves the login page and handles its submission. */
@Controller
class LoginController {

	static final String PATH = "/login";

	/**
	 * The longest time for which the page retries by itself before the form is shown: the
	 * time in which a PostgreSQL standby is promoted to primary.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

	private final EnrolledFactors enrolled;

	private final SignOnExchange exchange;

	private final LoginFlows flows;

	private final LoginPages loginPages;

	private final Interrupts interrupts;

	private final ApprovalPages approvals;

	private final LoginProblems problems;

	private final LoginProgress progress;

	private final FactorAttempts attempts;

	private final FactorChoices choices;

	private final BrowserBinding browserBinding;

	private final IdentityProvider identityProvider;

	private final InstantSource clock;

	LoginController(EnrolledFactors enrolled, SignOnExchange exchange, LoginFlows flows, LoginPages loginPages,
			Interrupts interrupts, ApprovalPages approvals, LoginProblems problems, LoginProgress progress,
			FactorAttempts attempts, FactorChoices choices, BrowserBinding browserBinding,
			IdentityProvider identityProvider, InstantSource clock) {
		this.enrolled = enrolled;
		this.exchange = exchange;
		this.flows = flows;
		this.loginPages = loginPages;
		this.interrupts = interrupts;
		this.approvals = approvals;
		this.problems = problems;
		this.progress = progress;
		this.attempts = attempts;
		this.choices = choices;
		this.browserBinding = browserBinding;
		this.identityProvider = identityProvider;
		this.clock = clock;
	}

	/**
	 * Continues a request: answers the service if the user is already signed in,
	 * otherwise shows the form.
	 * @throws UnanswerableRequestException if the request was answered before, or this
	 * cannot be determined
	 */
	@GetMapping(PATH)
	void form(HttpServletRequest request, HttpServletResponse response) throws UnanswerableRequestException,
			StoreUnavailableException, ServiceGoneException, SourceUnavailableException, IOException {
		try (Enrolments.Reading reading = enrolled.reading()) {
			resume(parameter(request, "flow"), request, response);
		}
	}

	private void resume(String flow, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		switch (flows.fromUrl(flow, browserBinding.presentIds(request))) {
			case LoginFlows.Flow.Live(SignOnRequest signOn) -> goOn(signOn, Optional.empty(),
					session -> exchange.attempt(signOn, session, request, response), request, response);
			case LoginFlows.Flow.SignedIn(SignOnRequest signOn, SessionKey begun) -> {
				if (!interrupts.showAgain(signOn, flow, request, response)) {
					goOn(signOn, Optional.of(begun),
							session -> exchange.resume(signOn, begun, session, request, response), request, response);
				}
			}
			case LoginFlows.Approving(SignOnRequest signOn, Approval.Progress approval, var shown) ->
				goOn(signOn, Optional.of(approval.session()).filter(begun -> approval.newLogin()),
						session -> exchange.approve(signOn, approval, session, request, response), request, response);
			case LoginFlows.Stale stale -> problems.stale(stale, request, response);
			case LoginFlows.Unreadable unreadable -> problems.noFlow(request, response);
		}
	}

	private interface Attempt {

		Optional<SignOnOutcome.Interaction> make(Optional<SsoSession> session)
				throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException, IOException;

	}

	/**
	 * Answers the service if the store responds; otherwise shows a page that retries by
	 * itself, and after {@link #LONGEST_WAIT} the form.
	 * @param begun the session that began for this request, if one did
	 */
	private void goOn(SignOnRequest signOn, Optional<SessionKey> begun, Attempt attempt, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		// The user would rather sign in with a password than wait.
		if ("true".equals(request.getParameter("instead"))) {
			progress.ask(withoutWaiting(signOn, attempt, request, response), request, response);
			return;
		}
		Instant since = since(parameter(request, "since"));
		if (!clock.instant().isBefore(since.plus(LONGEST_WAIT)) || signOn.demand().passive()
				|| !exchange.bringsSession(request)) {
			progress.ask(exchange.answer(signOn, begun, request, response), request, response);
			return;
		}
		try {
			progress.ask(attempt.make(exchange.read(request)), request, response);
		}
		catch (StoreUnavailableException ex) {
			String self = identityProvider.contextPath() + PATH + "?flow=" + parameter(request, "flow");
			problems.waiting(signOn, ex,
					new ProblemPage.Again(self + "&since=" + since.getEpochSecond(), self + "&instead=true"), request,
					response);
		}
	}

	/**
	 * Returns the time at which the waiting page was first requested. Not protected: a
	 * user who alters it only changes their own wait.
	 */
	private Instant since(String parameter) {
		return parameter.matches("[0-9]{1,11}") ? Instant.ofEpochSecond(Long.parseLong(parameter)) : clock.instant();
	}

	/**
	 * Answers from the session if it can be read at once, for example after the user
	 * reloads the page and the store is back; otherwise without a session.
	 */
	private Optional<SignOnOutcome.Interaction> withoutWaiting(SignOnRequest signOn, Attempt attempt,
			HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException, IOException {
		Optional<SsoSession> session;
		try {
			session = StoreWaitBudget.withoutWaiting(() -> exchange.read(request));
		}
		catch (StoreUnavailableException ex) {
			return exchange.answerWithoutSession(signOn, request, response);
		}
		return attempt.make(session);
	}

	/**
	 * Asks again for a page that waits, as its form does; shows that of a factor that
	 * does not wait again.
	 * @throws UnanswerableRequestException as {@link #form}
	 */
	@GetMapping(path = PATH, params = "step")
	void again(HttpServletRequest request, HttpServletResponse response) throws UnanswerableRequestException,
			StoreUnavailableException, ServiceGoneException, SourceUnavailableException, IOException {
		String step = parameter(request, "step");
		LoginFlows.FormFlow sent = flows.fromForm(step, browserBinding.presentIds(request));
		// Decisions of users come by POST, which is protected against forged forms.
		if (sent instanceof LoginFlows.Approving
				|| sent instanceof LoginFlows.Asked asked && (asked.enrolling() || asked.state().user().isEmpty())) {
			problems.noFlow(request, response);
			return;
		}
		try (Enrolments.Reading reading = enrolled.reading()) {
			submit(step, request, response);
		}
	}

	/**
	 * Verifies a factor. Spring Security has already checked that the form was issued by
	 * this server to this browser.
	 * @throws UnanswerableRequestException as {@link #form}; the user is signed in
	 * nevertheless
	 */
	@PostMapping(PATH)
	void submit(HttpServletRequest request, HttpServletResponse response) throws UnanswerableRequestException,
			StoreUnavailableException, ServiceGoneException, SourceUnavailableException, IOException {
		try (Enrolments.Reading reading = enrolled.reading()) {
			submit(parameter(request, "flow"), request, response);
		}
	}

	private void submit(String flow, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		switch (flows.fromForm(flow, browserBinding.presentIds(request))) {
			case LoginFlows.Asked asked when ApprovalPage.isDecision(request) -> problems.noFlow(request, response);
			case LoginFlows.Asked asked -> {
				LoginState state = asked.state();
				if (!loginPages.serves(asked)) {
					// Removed from the configuration meanwhile, or of another version.
					problems.stale(new LoginFlows.Stale(state.request(), false), request, response);
					return;
				}
				if (!exchange.factorsCount(state, request)) {
					progress.ask(exchange.answer(state.request(), Optional.empty(), request, response), request,
							response);
					return;
				}
				String other = parameter(request, "other");
				if (!"POST".equals(request.getMethod()) && !loginPages.waits(asked)) {
					attempts.show(asked, flow, request, response);
				}
				else if (!other.isEmpty() || asked.enrolling()) {
					choices.choose(asked, flow, other, request, response);
				}
				else {
					attempts.prove(asked, flow, request, response);
				}
			}
			case LoginFlows.Approving approving ->
				progress.ask(approvals.decide(approving, request, response), request, response);
			case LoginFlows.Stale stale -> problems.stale(stale, request, response);
			case LoginFlows.Unreadable unreadable -> problems.noFlow(request, response);
		}
	}

	/**
	 * Returns the value of a parameter; empty if there is none. Does not use
	 * {@code @RequestParam}, which takes {@code j_password[]} where {@code j_password} is
	 * missing.
	 */
	static String parameter(HttpServletRequest request, String name) {
		return Objects.requireNonNullElse(request.getParameter(name), "");
	}

}
