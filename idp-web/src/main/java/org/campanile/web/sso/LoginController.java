package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

import org.campanile.IdentityProvider;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.SilentMethod;
import org.campanile.authn.Verdict;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.factor.Enrolments;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.campanile.signon.Approval;
import org.campanile.signon.LoginState;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnService;
import org.campanile.signon.SignOnSteps;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreRefusedException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.StoreWaitBudget;
import org.campanile.web.audit.ErrorCodes;
import org.campanile.web.page.LoginMessage;
import org.campanile.web.page.ProblemPage;
import org.campanile.web.security.BrowserBinding;
import org.campanile.web.security.ClientAddress;
import org.campanile.web.security.HostCookie;
import org.campanile.web.security.KnownBrowserCookie;
import org.campanile.web.store.SessionProperties;

/** Serves the login page and handles its submission. */
@Controller
class LoginController {

	static final String PATH = "/login";

	private static final Logger logger = LoggerFactory.getLogger(LoginController.class);

	/**
	 * How long the page retries by itself before the form is shown: the time in which a
	 * PostgreSQL standby is promoted to primary.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

	private final SignOnSteps steps;

	private final EnrolledFactors enrolled;

	private final LoginThrottle throttle;

	private final SignOnExchange exchange;

	private final LoginFlows flows;

	private final LoginPages loginPages;

	private final ApprovalPages approvals;

	private final LoginProblems problems;

	private final PasswordChanges passwordChanges;

	private final LoginAudit audit;

	private final SessionCookie sessionCookie;

	private final BrowserBinding browserBinding;

	private final ClientAddress clientAddress;

	private final KnownBrowserCookie knownBrowser;

	private final ErrorCodes codes;

	private final SessionProperties sessionProperties;

	private final IdentityProvider identityProvider;

	private final InstantSource clock;

	private final StageTimers timers;

	LoginController(SignOnSteps steps, EnrolledFactors enrolled, LoginThrottle throttle, SignOnExchange exchange,
			LoginFlows flows, LoginPages loginPages, ApprovalPages approvals, LoginProblems problems,
			PasswordChanges passwordChanges, LoginAudit audit, SessionCookie sessionCookie,
			BrowserBinding browserBinding, ClientAddress clientAddress, KnownBrowserCookie knownBrowser,
			ErrorCodes codes, SessionProperties sessionProperties, IdentityProvider identityProvider,
			InstantSource clock, StageTimers timers) {
		this.steps = steps;
		this.enrolled = enrolled;
		this.throttle = throttle;
		this.exchange = exchange;
		this.flows = flows;
		this.loginPages = loginPages;
		this.approvals = approvals;
		this.problems = problems;
		this.passwordChanges = passwordChanges;
		this.audit = audit;
		this.sessionCookie = sessionCookie;
		this.browserBinding = browserBinding;
		this.clientAddress = clientAddress;
		this.knownBrowser = knownBrowser;
		this.codes = codes;
		this.sessionProperties = sessionProperties;
		this.identityProvider = identityProvider;
		this.clock = clock;
		this.timers = timers;
	}

	/**
	 * Continues a request: answers the service if the user is already signed in,
	 * otherwise shows the form.
	 * @throws UnanswerableRequestException if the request was answered before, or this
	 * cannot be determined
	 */
	@GetMapping(PATH)
	void form(@RequestParam(defaultValue = "") String flow, @RequestParam(defaultValue = "") String since,
			@RequestParam(defaultValue = "false") String instead, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		try (Enrolments.Reading reading = enrolled.reading()) {
			resume(flow, since, instead, request, response);
		}
	}

	private void resume(String flow, String since, String instead, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		switch (flows.fromUrl(flow, browserBinding.presentId(request))) {
			case LoginFlows.Flow.Live(SignOnRequest signOn) ->
				goOn(new Way(signOn, flow, Optional.empty(), since(since), "true".equals(instead)),
						session -> exchange.attempt(signOn, session, request, response), request, response);
			case LoginFlows.Flow.SignedIn(SignOnRequest signOn, SessionKey begun) -> {
				if (!loginPages.interruptAgain(signOn, flow, request, response)) {
					goOn(new Way(signOn, flow, Optional.of(begun), since(since), "true".equals(instead)),
							session -> exchange.resume(signOn, begun, session, request, response), request, response);
				}
			}
			case LoginFlows.Approving approving -> goOn(
					new Way(approving.request(), flow, begun(approving.progress()), since(since),
							"true".equals(instead)),
					session -> exchange.approve(approving.request(), approving.progress(), session, request, response),
					request, response);
			case LoginFlows.Stale stale -> problems.stale(stale, request, response);
			case LoginFlows.Unreadable unreadable -> problems.noFlow(request, response);
		}
	}

	private static Optional<SessionKey> begun(Approval.Progress progress) {
		return progress.newLogin() ? Optional.of(progress.session()) : Optional.empty();
	}

	/** Not protected: a user who alters it only changes their own wait. */
	private Instant since(String parameter) {
		return parameter.matches("[0-9]{1,11}") ? Instant.ofEpochSecond(Long.parseLong(parameter)) : clock.instant();
	}

	/**
	 * @param begun the session that began for this request, if one did
	 * @param since when the waiting page was first requested
	 * @param password whether the user would rather sign in with a password than wait
	 */
	private record Way(SignOnRequest signOn, String flow, Optional<SessionKey> begun, Instant since, boolean password) {
	}

	private interface Attempt {

		Optional<SignOnOutcome.Interaction> make(Optional<SsoSession> session)
				throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException, IOException;

	}

	/**
	 * Answers the service if the store responds; otherwise shows a page that retries by
	 * itself, and after {@link #LONGEST_WAIT} the form.
	 */
	private void goOn(Way way, Attempt attempt, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		SignOnRequest signOn = way.signOn();
		if (way.password()) {
			ask(withoutWaiting(signOn, attempt, request, response), request, response);
			return;
		}
		if (!clock.instant().isBefore(way.since().plus(LONGEST_WAIT)) || signOn.demand().passive()
				|| !exchange.bringsSession(request)) {
			ask(exchange.answer(signOn, way.begun(), request, response), request, response);
			return;
		}
		try {
			ask(attempt.make(exchange.read(request)), request, response);
		}
		catch (StoreUnavailableException ex) {
			String self = identityProvider.contextPath() + PATH + "?flow=" + way.flow();
			problems.waiting(signOn, ex,
					new ProblemPage.Again(self + "&since=" + way.since().getEpochSecond(), self + "&instead=true"),
					request, response);
		}
	}

	/**
	 * From the session if it can be read at once, as when the user reloads the page and
	 * the store is back; otherwise without one.
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

	private void ask(Optional<SignOnOutcome.Interaction> interaction, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		if (interaction.isPresent() && !(interaction.get() instanceof SignOnOutcome.LoginRequired loginRequired
				&& silently(loginRequired.state(), loginRequired.ask(), request, response))) {
			loginPages.show(interaction.get(), request, response);
		}
	}

	/**
	 * Goes on without a page if the user can prove what is asked for without being asked.
	 * @return false if a page is needed
	 */
	private boolean silently(LoginState state, SignOnSteps.Step.Ask ask, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		Optional<SilentMethod> method = loginPages.silent(ask);
		if (method.isEmpty()) {
			return false;
		}
		String failure = "it could be proven a moment ago, and no longer can";
		try {
			AuthenticatedUser user = state.user().orElseThrow();
			Optional<SilentMethod.Proof> proof = method.get().prove(user);
			if (proof.isPresent()) {
				AuthenticatedUser proven = user.with(proof.get().factor());
				audit.provenSilently(proven, method.get().kind(), proof.get().details(), state.request(), request);
				enrolled.noteUse(proven);
				goOn(state.with(proven), request, response);
				return true;
			}
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			failure = String.valueOf(ex.getMessage());
		}
		problems.undecided(new SignOnSteps.Step.Wait(method.get().kind(), failure), state.request(), request, response);
		return true;
	}

	/**
	 * Asks again for a page that waits, as its form does.
	 * @throws UnanswerableRequestException as {@link #form}
	 */
	@GetMapping(path = PATH, params = "step")
	void again(HttpServletRequest request, HttpServletResponse response) throws UnanswerableRequestException,
			StoreUnavailableException, ServiceGoneException, SourceUnavailableException, IOException {
		String step = parameter(request, "step");
		LoginFlows.FormFlow sent = flows.fromForm(step, browserBinding.browserId(request, response));
		// What users decide comes by POST, with its protection against forged forms.
		if (sent instanceof LoginFlows.Approving
				|| sent instanceof LoginFlows.Asked asked && !loginPages.waits(asked)) {
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
		// Not by @RequestParam, which takes j_password[] where j_password is missing.
		String flow = parameter(request, "flow");
		try (Enrolments.Reading reading = enrolled.reading()) {
			submit(flow, request, response);
		}
	}

	private void submit(String flow, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		switch (flows.fromForm(flow, browserBinding.browserId(request, response))) {
			case LoginFlows.Asked asked -> {
				LoginState state = asked.state();
				if (!loginPages.serves(asked)) {
					// Removed from the configuration meanwhile, or of another version.
					problems.stale(new LoginFlows.Stale(state.request(), false), request, response);
					return;
				}
				if (state.session().isPresent() && !exchange.hasSession(state.session().get(), request)) {
					// The factors of the previous session no longer count.
					ask(exchange.answer(state.request(), Optional.empty(), request, response), request, response);
					return;
				}
				String other = parameter(request, "other");
				if (!other.isEmpty() || asked.enrolling()) {
					instead(asked, flow, other, request, response);
					return;
				}
				// The username of a reauthentication is fixed; a different one was
				// altered.
				String loginName = state.fixedLoginName().isEmpty() ? parameter(request, "j_username")
						: state.fixedLoginName();
				prove(new Try(asked, flow, loginName, codes.reference()), request, response);
			}
			case LoginFlows.Approving approving ->
				ask(approvals.decide(approving, request, response), request, response);
			case LoginFlows.Stale stale -> problems.stale(stale, request, response);
			case LoginFlows.Unreadable unreadable -> problems.noFlow(request, response);
		}
	}

	/**
	 * The user takes another factor than the page asked for, enrols one, or puts that
	 * off. What is asked for is decided anew, as it may have changed meanwhile.
	 * @param other the kind that the user chose; empty for that of the page
	 */
	private void instead(LoginFlows.Asked asked, String flow, String other, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		SignOnService.Progress progress = exchange.proceed(asked.state(), request.getParameter("skip") != null);
		if (!(progress.step() instanceof SignOnSteps.Step.Ask ask) || loginPages.silent(ask).isPresent()) {
			follow(progress, request, response);
			return;
		}
		Optional<FactorKind> chosen = ask.kinds().stream().filter(kind -> kind.code().equals(other)).findFirst();
		if (chosen.isPresent()) {
			loginPages.show(progress.state(), ask, chosen.get(), LoginMessage.NONE, request, response);
		}
		else if (other.isEmpty() && ask instanceof SignOnSteps.Step.Enrol enrol && asked.enrolling()
				&& enrol.kinds().contains(asked.kind()) && !asked.challenge().isEmpty()) {
			enrol(asked, flow, enrol, request, response);
		}
		else {
			loginPages.show(progress.state(), ask, LoginMessage.NONE, request, response);
		}
	}

	private void enrol(LoginFlows.Asked asked, String flow, SignOnSteps.Step.Enrol enrol, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		AuthenticatedUser user = asked.state().user().orElseThrow();
		FactorKind kind = asked.kind();
		try {
			switch (loginPages.enrolledMethod(kind).enrol(user, submission(asked, user.loginName(), request))) {
				case EnrolledMethod.EnrolmentVerdict.Enrolled(String id, String name) -> {
					audit.enrolled(user, kind, name, asked.state().request(), request);
					goOn(asked.state(), request, response);
				}
				case EnrolledMethod.EnrolmentVerdict.Rejected(String messageKey, String detail) -> {
					audit.notEnrolled(user, kind, detail, asked.state().request(), request);
					loginPages.enrol(asked, flow, enrol.skippableUntil() != null, messageKey, request, response);
				}
			}
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			problems.undecided(new SignOnSteps.Step.Wait(kind, String.valueOf(ex.getMessage())),
					asked.state().request(), request, response);
		}
	}

	private static String parameter(HttpServletRequest request, String name) {
		return Objects.requireNonNullElse(request.getParameter(name), "");
	}

	/**
	 * @param loginName as typed, or as it is fixed
	 * @param reference makes the code of a failure unique
	 */
	private record Try(LoginFlows.Asked asked, String flow, String loginName, String reference) {

		SignOnRequest signOn() {
			return asked.state().request();
		}

	}

	private void prove(Try attempt, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		FactorKind kind = attempt.asked().kind();
		Verdict verdict;
		try {
			verdict = verify(attempt, request);
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			fail(attempt, LoginFailure.unavailable(kind), String.valueOf(ex.getMessage()), request, response);
			return;
		}
		switch (verdict) {
			case Verdict.Proven(AuthenticatedUser user) when !attempt.asked().state().admits(user) ->
				fail(attempt, LoginFailure.OTHER_USER, "the proof is of " + user.principal(), request, response);
			case Verdict.Proven(AuthenticatedUser user) -> {
				loginPages.trust(attempt.asked(), user, request, response)
					.ifPresent(
							name -> audit.enrolled(user, FactorKind.TRUSTED_DEVICE, name, attempt.signOn(), request));
				proven(attempt.asked().state(), user, kind, request, response);
			}
			case Verdict.Rejected rejected when FactorKind.PASSWORD.equals(kind)
					&& passwordChanges.isOfferedAfter(rejected.reason()) -> {
				failed(attempt, LoginFailure.of(rejected), rejected.detail(), request);
				passwordChanges.ask(
						new LoginFlows.Changing(attempt.asked().state(), attempt.loginName(), rejected.reason()),
						request, response);
			}
			case Verdict.Continued(Map<String, String> challenge) ->
				loginPages.further(attempt.asked(), challenge, attempt.loginName(), others(attempt), request, response);
			case Verdict.Rejected rejected ->
				fail(attempt, LoginFailure.of(rejected), rejected.detail(), request, response);
			case Verdict.Throttled(Duration retryAfter) -> {
				failed(attempt, LoginFailure.THROTTLED, "too many tries", request);
				loginPages.again(attempt.asked(), attempt.flow(), attempt.loginName(), LoginMessage.THROTTLED,
						retryAfter, others(attempt), request, response);
			}
		}
	}

	private Verdict verify(Try attempt, HttpServletRequest request)
			throws AuthenticationMethod.MethodUnavailableException {
		AuthenticationMethod.Submission submission = submission(attempt.asked(), attempt.loginName(), request);
		Optional<AuthenticatedUser> user = attempt.asked().state().user();
		AuthenticationMethod method = loginPages.method(attempt.asked().kind());
		if (user.isEmpty() || method.identifies()) {
			return timers.time(Stage.AUTHENTICATE, () -> method.verify(user, submission));
		}
		return throttled(method, user.get(), submission);
	}

	private AuthenticationMethod.Submission submission(LoginFlows.Asked asked, String loginName,
			HttpServletRequest request) {
		Map<String, String> fields = new HashMap<>();
		request.getParameterMap().forEach((name, values) -> fields.put(name, values[0]));
		return new AuthenticationMethod.Submission(loginName, fields, asked.challenge(),
				new LoginOrigin(clientAddress.of(request), knownBrowser.read(request)));
	}

	/** The kinds that would do as well as the one that was tried. */
	private List<FactorKind> others(Try attempt) {
		LoginState state = attempt.asked().state();
		return steps.next(state) instanceof SignOnSteps.Step.Prove prove ? prove.kinds()
			.stream()
			.filter(kind -> !kind.equals(attempt.asked().kind()) && !kind.isSubstitute())
			.toList() : List.of();
	}

	/**
	 * Wrong attempts at a further factor count for its user and apart from those at the
	 * password: who gets that far knows the password.
	 */
	private Verdict throttled(AuthenticationMethod method, AuthenticatedUser user,
			AuthenticationMethod.Submission submission) throws AuthenticationMethod.MethodUnavailableException {
		LoginThrottle.Attempt attempt = throttle.begin(submission.origin(), method.kind(), user.principal());
		Optional<Duration> refusal = attempt.refusal();
		if (refusal.isPresent()) {
			return new Verdict.Throttled(refusal.get());
		}
		boolean wrong = false;
		try {
			Verdict verdict = timers.time(Stage.AUTHENTICATE, () -> method.verify(Optional.of(user), submission));
			wrong = verdict instanceof Verdict.Rejected rejected && rejected.reason() == Verdict.Reason.BAD_CREDENTIALS;
			return verdict;
		}
		finally {
			if (wrong) {
				attempt.count();
			}
			else {
				attempt.forgive();
			}
		}
	}

	private void proven(LoginState state, AuthenticatedUser user, FactorKind kind, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		audit.proven(user, kind, state.request(), request);
		enrolled.noteUse(user);
		goOn(state.with(user), request, response);
	}

	/**
	 * Goes on as if the password had been proven here.
	 * @param user as the state admits
	 */
	void passwordProven(LoginState state, AuthenticatedUser user, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		try (Enrolments.Reading reading = enrolled.reading()) {
			proven(state, user, FactorKind.PASSWORD, request, response);
		}
	}

	private void goOn(LoginState state, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		follow(exchange.proceed(state, false), request, response);
	}

	private void follow(SignOnService.Progress progress, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		LoginState state = progress.state();
		switch (progress.step()) {
			case SignOnSteps.Step.Ask ask -> {
				if (!silently(state, ask, request, response)) {
					loginPages.show(state, ask, LoginMessage.NONE, request, response);
				}
			}
			case SignOnSteps.Step.Wait wait -> problems.undecided(wait, state.request(), request, response);
			case SignOnSteps.Step.Respond respond -> finish(state, request, response);
			// The service receives the refusal, and the user keeps the session.
			case SignOnSteps.Step.Refuse refuse -> finish(state, request, response);
		}
	}

	private void finish(LoginState state, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		AuthenticatedUser user = state.user().orElseThrow();
		boolean sharedComputer = state.sharedComputer() || request.getParameter(LoginPages.SHARED_COMPUTER) != null;
		if (!sharedComputer) {
			knownBrowser.write(request, response, user);
		}
		signOn(state, user, sharedComputer, request, response);
	}

	private void signOn(LoginState state, AuthenticatedUser user, boolean sharedComputer, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		SignOnRequest signOn = state.request();
		SignOnService.LoginResult result = exchange.login(state, sharedComputer, request, response);
		if (!result.token().isEmpty()) {
			boolean keep = sessionProperties.sharedComputerChoice() && !sharedComputer;
			sessionCookie.write(response, result.token(),
					keep ? sessionProperties.lifetime() : HostCookie.UNTIL_CLOSED);
		}
		switch (result.outcome()) {
			case SignOnOutcome.LoginRequired loginRequired -> {
				// An access rule demands more, or the session that was to be stepped up
				// has ended meanwhile.
				ask(Optional.of(loginRequired), request, response);
				return;
			}
			case SignOnOutcome.Pending pending -> {
				if (!loginPages.interrupt(signOn, user, pending.granted().session().key(), request, response)) {
					loginPages.show(pending, request, response);
				}
				return;
			}
			case SignOnOutcome.Undecided undecided -> {
				problems.undecided(undecided.step(), signOn, request, response);
				return;
			}
			default -> {
			}
		}
		if (result.token().isEmpty()) {
			exchange.sendNow(signOn, result.outcome(), request, response);
			return;
		}
		if (result.outcome() instanceof SignOnOutcome.Granted granted
				&& loginPages.interrupt(signOn, user, granted.session().key(), request, response)) {
			return;
		}
		try {
			exchange.send(signOn, result.outcome(), request, response);
		}
		catch (StoreRefusedException ex) {
			logger.warn("A sign-on waits for the store: {}", ex.getMessage());
			loginPages.goOn(signOn, result.outcome(), request, response);
		}
	}

	private void fail(Try attempt, LoginFailure failure, String detail, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		failed(attempt, failure, detail, request);
		if (failure == LoginFailure.BAD_CREDENTIALS || failure == LoginFailure.OTHER_USER) {
			loginPages.again(attempt.asked(), attempt.flow(), attempt.loginName(),
					failure == LoginFailure.OTHER_USER ? LoginMessage.OTHER_USER : LoginMessage.BAD_CREDENTIALS, null,
					others(attempt), request, response);
			return;
		}
		problems.loginFailed(failure, failure.code(attempt.reference()), attempt.signOn(),
				failure == LoginFailure.DIRECTORY_UNAVAILABLE && exchange.isSignedIn(request), request, response);
	}

	private void failed(Try attempt, LoginFailure failure, String detail, HttpServletRequest request) {
		String user = attempt.asked().state().user().map(AuthenticatedUser::principal).orElseGet(attempt::loginName);
		audit.failed(failure.code(attempt.reference()), user, detail, attempt.asked().kind(), attempt.signOn(),
				request);
	}

}
