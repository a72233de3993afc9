package org.campanile.perf.load;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import org.campanile.perf.load.AnswerCheck.FailureClass;
import org.campanile.perf.load.LoadPlan.RequestKind;
import org.campanile.perf.load.LoadRecorder.Timing;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.jspecify.annotations.Nullable;

import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.http;

/**
 * The steps of a sign-on as Gatling runs them. Each makes one request, records what came
 * of it, and leaves a {@link Step} in the session.
 */
final class SignOnSteps {

	static final String VIRTUAL_USER = "visitor";

	private static final String STEP = "step";

	private static final String BEGAN = "began";

	/** For the answers to earlier requests of this sign-on, in nanoseconds. */
	private static final String WAITED = "waited";

	private static final String PAGE = "page";

	/** The field for a code. */
	private static final String CODE = "code";

	/** The field with what a page asks passkeys for. */
	private static final String OPTIONS = "options";

	/** The field for what a passkey has signed. */
	private static final String PASSKEY = "passkey";

	/** A {@link Ticket}. */
	private static final String TICKET = "ticket";

	/** Of the answer to a ticket. */
	private static final String BODY = "body";

	/** The first of the page. */
	private static final String ANY_FORM = "form";

	/** The time a user takes to notice a failure. */
	private static final Duration MOMENT = Duration.ofMillis(250);

	/** Requests that a user waits for before a login is done. */
	private static final Set<String> OF_A_LOGIN = Set.of(RequestKind.FORM, RequestKind.PASSWORD, RequestKind.LOGIN);

	private final Target target;

	private final LoadPlan plan;

	private final LoadRecorder recorder;

	private final @Nullable SamlService saml;

	private final Validations validations;

	/**
	 * @param saml the service that SAML assertions are for; null with other protocols
	 */
	SignOnSteps(Target target, LoadPlan plan, LoadRecorder recorder, @Nullable SamlService saml) {
		this.target = target;
		this.plan = plan;
		this.recorder = recorder;
		this.saml = saml;
		this.validations = new Validations(plan.people());
	}

	/**
	 * Makes requests, and has answers checked.
	 */
	record SamlService(ServiceProvider provider, CheckQueue checks) {
	}

	/** How a step ended. */
	enum Step {

		/** With the login form. */
		FORM,
		/** With a page that asks for a second factor. */
		FACTOR,
		/** With an answer for the service. */
		ANSWERED,
		/** With a ticket that is still to be validated. */
		TICKET,
		/** With what a wrong password is to end with. */
		REFUSED,
		/** With a failure. */
		FAILED

	}

	static boolean ended(Session session, Step step) {
		return step == session.<Step>get(STEP);
	}

	static VirtualUser virtualUser(Session session) {
		return Objects.requireNonNull(session.<VirtualUser>get(VIRTUAL_USER));
	}

	/** Goes to the start of a sign-on, or to a page of the site; all of a validation. */
	ChainBuilder open() {
		if (target.kind() == Target.Kind.VALIDATION) {
			return ask();
		}
		return validated(exec(this::opening)
			.exec(asked(http(session -> virtualUser(session).signedOn() ? returning() : RequestKind.FORM)
				.get(session -> Objects.requireNonNull(session.getString("start"))), this::selector))
			.exec(this::opened), false);
	}

	/** Asks the validation service. */
	private ChainBuilder ask() {
		return exec(this::sending)
			.exec(http(RequestKind.LOGIN).post(target.start().toString())
				.header("Authorization", "Bearer " + Validations.TOKEN)
				.formParamMap(this::question)
				.requestTimeout(plan.behavior().patience())
				.check(ReceivedPage.checks())
				.check(bodyString().saveAs(BODY)))
			.exec(this::told);
	}

	private Map<String, Object> question(Session session) {
		int user = virtualUser(session).user();
		Map<String, Object> fields = new HashMap<>(target.form().extra());
		fields.put(target.form().username(), plan.people().username(user));
		fields.put(target.form().password(), validations.pass(user, Validations.proof(target)));
		return fields;
	}

	private Session told(Session session) {
		ReceivedPage page = ReceivedPage.of(session);
		Timing timing = timing(session, page);
		if (page.status() != 200) {
			return notOk(session, page, RequestKind.LOGIN, timing);
		}
		recorder.answered(RequestKind.LOGIN, timing);
		return proven(session, page, RequestKind.LOGIN, timing,
				validations.failure(Objects.requireNonNull(session.getString(BODY)), virtualUser(session).user()));
	}

	/** What users who are signed on ask for. */
	private String returning() {
		return target.kind() == Target.Kind.GATE ? RequestKind.PAGE : RequestKind.SSO;
	}

	/** A redirect with a ticket leads to a service that never listens. */
	private HttpRequestActionBuilder asked(HttpRequestActionBuilder request, Function<Session, String> selector) {
		HttpRequestActionBuilder checked = request.requestTimeout(plan.behavior().patience())
			.check(ReceivedPage.checks(selector));
		return target.kind() == Target.Kind.CAS ? checked.disableFollowRedirect() : checked;
	}

	/**
	 * Sends name and password, and what else is asked for; or a passkey alone.
	 * @param last whether the browser is closed afterwards, and its connection with it
	 * unless connections are kept
	 */
	ChainBuilder submit(boolean last) {
		if (target.method() == LoginMethod.PASSKEY_ALONE) {
			return prove(last);
		}
		if (target.method().isSecondFactor()) {
			return exec(this::sending)
				.exec(asked(http(RequestKind.PASSWORD).post(session -> Objects.requireNonNull(page(session).action()))
					.formParamMap(this::credentials), session -> target.method().afterPassword()))
				.exec(this::half)
				.exec(doIf(session -> ended(session, Step.FACTOR)).then(prove(last)));
		}
		return validated(exec(this::sending)
			.exec(asked(http(session -> virtualUser(session).mistyping() ? RequestKind.REFUSED : RequestKind.LOGIN)
				.post(session -> Objects.requireNonNull(page(session).action()))
				.header("Connection", connection(last && target.kind() != Target.Kind.CAS))
				.formParamMap(this::credentials), session -> ANY_FORM))
			.exec(this::submitted), last);
	}

	/** Sends what the page asks for: a code, or what a passkey has signed. */
	private ChainBuilder prove(boolean last) {
		return exec(this::sending)
			.exec(asked(http(RequestKind.LOGIN).post(session -> Objects.requireNonNull(page(session).action()))
				.header("Connection", connection(last))
				.formParamMap(this::factor), session -> ANY_FORM))
			.exec(this::submitted);
	}

	private String connection(boolean last) {
		return last && !plan.behavior().keepConnections() ? "close" : "keep-alive";
	}

	private Map<String, Object> factor(Session session) {
		ReceivedPage page = page(session);
		int user = virtualUser(session).user();
		Map<String, Object> fields = new HashMap<>(page.fields());
		if (target.method() == LoginMethod.TOTP) {
			fields.put(CODE, Validations.present(user));
		}
		else {
			// The script of the page keeps the options to itself.
			String options = String.valueOf(fields.remove(OPTIONS));
			fields.put(PASSKEY, Passkeys.assertion(user, options, origin(Objects.requireNonNull(page.action()))));
		}
		return fields;
	}

	/** As a browser states it of a page (RFC 6454 6.2). */
	private static String origin(String address) {
		URI uri = URI.create(address);
		return uri.getScheme() + "://" + uri.getRawAuthority();
	}

	private Session half(Session session) {
		ReceivedPage page = ReceivedPage.of(session);
		Timing timing = timing(session, page);
		if (!page.isOk()) {
			return notOk(session, page, RequestKind.PASSWORD, timing);
		}
		if (isAnswer(page)) {
			return failed(session, page, FailureClass.NO_SECOND_FACTOR, timing);
		}
		if (page.action() == null) {
			return failed(session, page, FailureClass.NO_FORM, timing);
		}
		recorder.answered(RequestKind.PASSWORD, timing);
		return to(session, page, Step.FACTOR).set(WAITED, waited(session, timing));
	}

	/** Followed by the validation of the ticket, if there is one. */
	private ChainBuilder validated(ChainBuilder steps, boolean last) {
		return target.kind() == Target.Kind.CAS
				? steps.exec(doIf(session -> ended(session, Step.TICKET)).then(validate(last))) : steps;
	}

	private ChainBuilder validate(boolean last) {
		return exec(this::sending).exec(http(RequestKind.VALIDATION)
			.get(session -> target.validation() + "&ticket="
					+ URLEncoder.encode(ticket(session).value(), StandardCharsets.UTF_8))
			.header("Connection", connection(last))
			.requestTimeout(plan.behavior().patience())
			.check(ReceivedPage.checks())
			.check(bodyString().saveAs(BODY))).exec(this::validated);
	}

	/** Logs out of the identity provider. */
	ChainBuilder logout() {
		return exec(this::sending)
			.exec(http(RequestKind.LOGOUT).get(target.logout().toString())
				.requestTimeout(plan.behavior().patience())
				.check(ReceivedPage.checks()))
			.exec(session -> ended(session, RequestKind.LOGOUT));
	}

	/**
	 * After a failure, waits as long as a user would, or as the server asks for.
	 * @param shortened how much of that is waited
	 */
	ChainBuilder waitAfterFailure(UnaryOperator<Duration> shortened) {
		return doIf(session -> ended(session, Step.FAILED)).then(pause(session -> shortened.apply(patience(session))));
	}

	private Session opening(Session session) {
		VirtualUser virtualUser = virtualUser(session);
		String start = target.measurementStart();
		if (target.kind() == Target.Kind.REDIRECT && saml != null) {
			String state = "state-" + session.userId() + "-" + virtualUser.user();
			RedirectRequest request = saml.provider().redirect(start, AuthnRequestOptions.PLAIN.withRelayState(state));
			virtualUser = virtualUser.asking(request.id(), state);
			start = request.url();
		}
		return ReceivedPage.cleared(session)
			.set(VIRTUAL_USER, virtualUser)
			.set("start", start)
			.set(WAITED, 0L)
			.set(BEGAN, System.nanoTime());
	}

	private Session opened(Session session) {
		ReceivedPage page = ReceivedPage.of(session);
		VirtualUser virtualUser = virtualUser(session);
		Timing timing = timing(session, page);
		if (!page.isOk()) {
			return notOk(session, page, virtualUser.signedOn() ? returning() : RequestKind.FORM, timing);
		}
		if (virtualUser.signedOn()) {
			return isAnswer(page) ? answered(session, page, timing, returning())
					: failed(session, page, FailureClass.SESSION_LOST, timing).set(VIRTUAL_USER,
							virtualUser.signedOn(false));
		}
		if (page.action() == null || isAnswer(page)) {
			return failed(session, page, FailureClass.NO_FORM, timing);
		}
		recorder.answered(RequestKind.FORM, timing);
		return to(session, page, Step.FORM).set(WAITED, waited(session, timing));
	}

	/** A signed-on user expects the form that carries the SAML response. */
	private String selector(Session session) {
		return virtualUser(session).signedOn() ? ANY_FORM : target.form().selector();
	}

	private boolean isAnswer(ReceivedPage page) {
		return switch (target.kind()) {
			case UNSOLICITED, REDIRECT -> page.samlResponse().isPresent();
			case CAS -> page.ticket().isPresent();
			case GATE -> !page.user().isEmpty();
			case VALIDATION -> false;
		};
	}

	private Session sending(Session session) {
		return ReceivedPage.cleared(session).set(BEGAN, System.nanoTime());
	}

	private Session submitted(Session session) {
		ReceivedPage page = ReceivedPage.of(session);
		Timing timing = timing(session, page);
		boolean answer = isAnswer(page);
		if (virtualUser(session).mistyping()) {
			return mistyped(session, page, timing, answer);
		}
		if (!page.isOk()) {
			return notOk(session, page, RequestKind.LOGIN, timing);
		}
		return answer ? answered(session, page, timing, RequestKind.LOGIN)
				: failed(session, page, FailureClass.NO_RESPONSE, timing);
	}

	private Session mistyped(Session session, ReceivedPage page, Timing timing, boolean answer) {
		if (answer) {
			return failed(session, page, FailureClass.WRONG_PASSWORD_ACCEPTED, timing);
		}
		if (page.status() == 0 || page.status() >= 500) {
			return notOk(session, page, RequestKind.REFUSED, timing);
		}
		recorder.answered(RequestKind.REFUSED, timing);
		return to(session, page, Step.REFUSED);
	}

	private Session answered(Session session, ReceivedPage page, Timing timing, String kind) {
		VirtualUser virtualUser = virtualUser(session);
		recorder.answered(kind, timing);
		if (kind.equals(RequestKind.LOGIN)) {
			recorder.waited(timing, waited(session, timing));
		}
		Session signedOn = session.set(VIRTUAL_USER, virtualUser.signedOn(true));
		if (target.kind() == Target.Kind.CAS) {
			return to(signedOn, page, Step.TICKET).set(TICKET, new Ticket(page.ticket().orElseThrow(), kind, timing));
		}
		if (target.kind() == Target.Kind.GATE) {
			return proven(signedOn, page, kind, timing, AnswerCheck.nameFailure(page.user(), username(session)));
		}
		Optional<String> state = page.field("RelayState");
		if (virtualUser.relayState() != null && !state.equals(Optional.of(virtualUser.relayState()))) {
			return failed(session, page, FailureClass.RELAY_STATE, timing);
		}
		Objects.requireNonNull(saml)
			.checks()
			.add(kind, timing, page.samlResponse().orElseThrow(), virtualUser.requestId(), username(session));
		return to(signedOn, page, Step.ANSWERED);
	}

	private Session validated(Session session) {
		Session ended = ended(session, RequestKind.VALIDATION);
		if (!ended(ended, Step.ANSWERED)) {
			return ended;
		}
		ReceivedPage page = page(ended);
		Ticket ticket = ticket(session);
		Timing whole = new Timing(ticket.timing().began(), page.arrived(), ticket.timing().bytes() + page.bytes());
		return proven(ended, page, ticket.kind(), whole,
				AnswerCheck.validationFailure(Objects.requireNonNull(session.getString(BODY)), username(session)));
	}

	private Session proven(Session session, ReceivedPage page, String kind, Timing timing, Optional<String> failure) {
		if (failure.isPresent()) {
			return failed(session, page, failure.get(), timing);
		}
		recorder.sound(kind, timing);
		return to(session, page, Step.ANSWERED);
	}

	private Session ended(Session session, String kind) {
		ReceivedPage page = ReceivedPage.of(session);
		Timing timing = timing(session, page);
		if (page.status() != 200) {
			return notOk(session, page, kind, timing);
		}
		recorder.answered(kind, timing);
		return to(session, page, Step.ANSWERED);
	}

	/**
	 * An answer that never came took at least as long as it was waited for: left out, the
	 * quick ones alone would make averages and percentiles.
	 */
	private Session notOk(Session session, ReceivedPage page, String kind, Timing timing) {
		if (page.status() > 0) {
			recorder.answered(RequestKind.REJECTED, timing);
			return failed(session, page, FailureClass.status(page.status()), timing);
		}
		if (timing.nanos() < plan.behavior().patience().toNanos()) {
			return failed(session, page, FailureClass.CONNECTION, timing);
		}
		recorder.answered(kind, timing);
		if (target.kind() != Target.Kind.VALIDATION && OF_A_LOGIN.contains(kind)) {
			recorder.waited(timing, waited(session, timing));
		}
		return failed(session, page, FailureClass.TIMEOUT, timing);
	}

	private Session failed(Session session, ReceivedPage page, String failureClass, Timing timing) {
		recorder.failed(failureClass, timing);
		return to(session, page, Step.FAILED);
	}

	private static Session to(Session session, ReceivedPage page, Step step) {
		return session.set(PAGE, page).set(STEP, step);
	}

	private Duration patience(Session session) {
		return plan.behavior().honourRetryAfter() ? page(session).retry().orElse(MOMENT) : MOMENT;
	}

	private Map<String, Object> credentials(Session session) {
		VirtualUser virtualUser = virtualUser(session);
		Map<String, Object> fields = new HashMap<>(page(session).fields());
		fields.putAll(target.form().extra());
		fields.put(target.form().username(), username(session));
		fields.put(target.form().password(),
				virtualUser.mistyping() ? "mistyped" : plan.people().password(virtualUser.user()));
		return fields;
	}

	private String username(Session session) {
		return plan.people().username(virtualUser(session).user());
	}

	private static ReceivedPage page(Session session) {
		return Objects.requireNonNull(session.<ReceivedPage>get(PAGE));
	}

	private static Timing timing(Session session, ReceivedPage page) {
		return new Timing(session.getLong(BEGAN), page.arrived(), page.bytes());
	}

	/** For all answers of this sign-on until that of a request. */
	private static long waited(Session session, Timing timing) {
		return (session.contains(WAITED) ? session.getLong(WAITED) : 0) + timing.nanos();
	}

	private static Ticket ticket(Session session) {
		return Objects.requireNonNull(session.<Ticket>get(TICKET));
	}

	/**
	 * A CAS ticket.
	 *
	 * @param value of the parameter
	 * @param kind of the request that it answered
	 * @param timing of that request
	 */
	private record Ticket(String value, String kind, Timing timing) {
	}

	/**
	 * A virtual user between two requests; Gatling keeps it in its session.
	 *
	 * @param user number of the user it signs in as
	 * @param mistyping whether it types a wrong password
	 * @param signedOn whether it has a session at the identity provider
	 * @param requestId of the AuthnRequest that is open; null for none
	 * @param relayState that must come back; null for none
	 * @param dies when its life is over, in nanoseconds as of {@link System#nanoTime()}
	 */
	record VirtualUser(int user, boolean mistyping, boolean signedOn, @Nullable String requestId,
			@Nullable String relayState, long dies) {

		static VirtualUser of(int user) {
			return new VirtualUser(user, false, false, null, null, Long.MAX_VALUE);
		}

		VirtualUser mistypingPassword() {
			return new VirtualUser(user, true, signedOn, requestId, relayState, dies);
		}

		VirtualUser livingUntil(long nanos) {
			return new VirtualUser(user, mistyping, signedOn, requestId, relayState, nanos);
		}

		VirtualUser signedOn(boolean now) {
			return new VirtualUser(user, mistyping, now, requestId, relayState, dies);
		}

		VirtualUser asking(@Nullable String id, @Nullable String state) {
			return new VirtualUser(user, mistyping, signedOn, id, state, dies);
		}

	}

}
