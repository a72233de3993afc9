package org.campanile.perf.load;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
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

	private static final String PAGE = "page";

	/** What is wrong with the name on a service's page. */
	private static final String NAMED = "named";

	/** The first of the page. */
	private static final String ANY_FORM = "form";

	/** The time a user takes to notice a failure. */
	private static final Duration MOMENT = Duration.ofMillis(250);

	private final Target target;

	private final LoadPlan plan;

	private final ServiceProvider provider;

	private final LoadRecorder recorder;

	private final CheckQueue checks;

	SignOnSteps(Target target, LoadPlan plan, ServiceProvider provider, LoadRecorder recorder, CheckQueue checks) {
		this.target = target;
		this.plan = plan;
		this.provider = provider;
		this.recorder = recorder;
		this.checks = checks;
	}

	/** How a step ended. */
	enum Step {

		/** With the login form. */
		FORM,
		/** With an answer for the service. */
		ANSWERED,
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

	/** Goes to the start of a sign-on. */
	ChainBuilder open() {
		return exec(this::opening)
			.exec(http(session -> virtualUser(session).signedOn() ? RequestKind.SSO : RequestKind.FORM)
				.get(session -> Objects.requireNonNull(session.getString("start")))
				.requestTimeout(plan.behavior().patience())
				.check(ReceivedPage.checks(this::selector)))
			.exec(this::opened);
	}

	/**
	 * Sends name and password.
	 * @param last whether the browser is closed afterwards, and its connection with it
	 */
	ChainBuilder submit(boolean last) {
		return exec(this::sending)
			.exec(http(session -> virtualUser(session).mistyping() ? RequestKind.REFUSED : RequestKind.LOGIN)
				.post(session -> Objects.requireNonNull(page(session).action()))
				.header("Connection", last ? "close" : "keep-alive")
				.formParamMap(this::credentials)
				.requestTimeout(plan.behavior().patience())
				.check(ReceivedPage.checks(session -> ANY_FORM)))
			.exec(this::submitted);
	}

	/** Carries the answer to a service that listens, and opens a page there. */
	ChainBuilder deliver() {
		ChainBuilder delivery = exec(this::sending)
			.exec(http(RequestKind.DELIVERY).post(session -> Objects.requireNonNull(page(session).action()))
				.formParamMap(session -> page(session).fields())
				.requestTimeout(plan.behavior().patience())
				.check(ReceivedPage.checks())
				.check(bodyString()
					.transformWithSession(
							(body, session) -> AnswerCheck.pageFailure(body, username(session), plan.people()))
					.saveAs(NAMED)))
			.exec(this::delivered);
		if (target.page().equals(target.start())) {
			return delivery;
		}
		return delivery.exec(doIf(session -> ended(session, Step.ANSWERED)).then(
				exec(this::sending)
					.exec(http(RequestKind.PAGE).get(target.page().toString())
						.header("Connection", "close")
						.requestTimeout(plan.behavior().patience())
						.check(ReceivedPage.checks()))
					.exec(session -> ended(session, RequestKind.PAGE))));
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
		if (target.kind() == Target.Kind.REDIRECT) {
			String state = "state-" + session.userId() + "-" + virtualUser.user();
			RedirectRequest request = provider.redirect(start, AuthnRequestOptions.PLAIN.withRelayState(state));
			virtualUser = virtualUser.asking(request.id(), state);
			start = request.url();
		}
		return ReceivedPage.cleared(session)
			.set(VIRTUAL_USER, virtualUser)
			.set("start", start)
			.set(BEGAN, System.nanoTime());
	}

	private Session opened(Session session) {
		ReceivedPage page = ReceivedPage.of(session);
		VirtualUser virtualUser = virtualUser(session);
		Timing timing = timing(session, page);
		if (page.status() != 200) {
			return notOk(session, page, virtualUser.signedOn() ? RequestKind.SSO : RequestKind.FORM, timing);
		}
		if (virtualUser.signedOn()) {
			return page.samlResponse().isPresent() ? answered(session, page, timing, RequestKind.SSO)
					: failed(session, page, FailureClass.SESSION_LOST, timing).set(VIRTUAL_USER,
							virtualUser.signedOn(false));
		}
		if (page.action() == null || page.samlResponse().isPresent()) {
			return failed(session, page, FailureClass.NO_FORM, timing);
		}
		recorder.answered(RequestKind.FORM, timing);
		return to(session, page, Step.FORM);
	}

	/** A signed-on user expects the form that carries the answer. */
	private String selector(Session session) {
		return virtualUser(session).signedOn() ? ANY_FORM : target.form().selector();
	}

	private Session sending(Session session) {
		return ReceivedPage.cleared(session).set(BEGAN, System.nanoTime());
	}

	private Session submitted(Session session) {
		ReceivedPage page = ReceivedPage.of(session);
		Timing timing = timing(session, page);
		boolean answer = page.samlResponse().isPresent();
		if (virtualUser(session).mistyping()) {
			return mistyped(session, page, timing, answer);
		}
		if (page.status() != 200) {
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
		if (target.kind() != Target.Kind.SERVICE) {
			Optional<String> state = page.field("RelayState");
			if (virtualUser.relayState() != null && !state.equals(Optional.of(virtualUser.relayState()))) {
				return failed(session, page, FailureClass.RELAY_STATE, timing);
			}
			checks.add(kind, timing, page.samlResponse().orElseThrow(), virtualUser.requestId(), username(session));
		}
		return to(session, page, Step.ANSWERED).set(VIRTUAL_USER, virtualUser.signedOn(true));
	}

	private Session delivered(Session session) {
		Session ended = ended(session, RequestKind.DELIVERY);
		if (!ended(ended, Step.ANSWERED)) {
			return ended;
		}
		ReceivedPage page = page(ended);
		Timing timing = timing(session, page);
		String failure = Objects.requireNonNull(session.getString(NAMED));
		if (!failure.isEmpty()) {
			return failed(session, page, failure, timing);
		}
		recorder.sound(RequestKind.LOGIN, timing);
		return ended;
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
