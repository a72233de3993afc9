package org.campanile.perf.load;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.gatling.javaapi.core.Session;
import org.campanile.perf.load.AnswerCheck.FailureClass;
import org.campanile.perf.load.LoadPlan.RequestKind;
import org.campanile.perf.load.LoadRecorder.Timing;
import org.campanile.perf.load.SignOnState.Step;
import org.campanile.perf.load.SignOnState.Ticket;
import org.campanile.perf.load.SignOnSteps.SamlService;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the answers to the requests of a sign-on: records each by its kind or class
 * of failure, and leaves a {@link Step} in the session. Thread-safe.
 */
final class SignOnAnswers {

	/**
	 * The kinds of requests that a user waits for in a login; with CAS the validation of
	 * its ticket as well.
	 */
	private static final Set<String> OF_A_LOGIN = Set.of(RequestKind.FORM, RequestKind.PASSWORD, RequestKind.LOGIN);

	private final Target target;

	private final LoadPlan plan;

	private final LoadRecorder recorder;

	private final @Nullable SamlService saml;

	private final Validations validations;

	/**
	 * @param saml the service that receives SAML assertions; null with other protocols
	 */
	SignOnAnswers(Target target, LoadPlan plan, LoadRecorder recorder, @Nullable SamlService saml,
			Validations validations) {
		this.target = target;
		this.plan = plan;
		this.recorder = recorder;
		this.saml = saml;
		this.validations = validations;
	}

	/** Returns the kind of request that users make who have signed on. */
	String returning() {
		return target.kind() == Target.Kind.GATE ? RequestKind.PAGE : RequestKind.SSO;
	}

	/** Evaluates the first answer: a login form, or the answer to a signed-on user. */
	Session opened(Session session) {
		ReceivedPage page = ReceivedPage.of(session);
		VirtualUser virtualUser = VirtualUser.of(session);
		Timing timing = SignOnState.timing(session, page);
		if (!page.isOk()) {
			return notOk(session, page, virtualUser.signedOn() ? returning() : RequestKind.FORM, timing);
		}
		if (virtualUser.signedOn()) {
			return isAnswer(page) ? answered(session, page, timing, returning())
					: virtualUser.signedOn(false).keptIn(failed(session, page, FailureClass.SESSION_LOST, timing));
		}
		if (page.action() == null || isAnswer(page)) {
			return failed(session, page, FailureClass.NO_FORM, timing);
		}
		recorder.answered(RequestKind.FORM, timing);
		return SignOnState.ended(SignOnState.waiting(session, timing), page, Step.FORM);
	}

	/** Evaluates the answer to name and password, which must ask for a second factor. */
	Session half(Session session) {
		ReceivedPage page = ReceivedPage.of(session);
		Timing timing = SignOnState.timing(session, page);
		if (!page.isOk()) {
			return notOk(session, page, RequestKind.PASSWORD, timing);
		}
		if (isAnswer(page)) {
			String without = page.samlResponse().flatMap(AnswerCheck::glance).orElse(FailureClass.NO_SECOND_FACTOR);
			return failed(session, page, without, timing);
		}
		if (page.action() == null) {
			return failed(session, page, FailureClass.NO_FORM, timing);
		}
		recorder.answered(RequestKind.PASSWORD, timing);
		return SignOnState.ended(SignOnState.waiting(session, timing), page, Step.FACTOR);
	}

	/** Evaluates the answer to the last proof, which ends the login. */
	Session submitted(Session session) {
		ReceivedPage page = ReceivedPage.of(session);
		Timing timing = SignOnState.timing(session, page);
		boolean answer = isAnswer(page);
		if (VirtualUser.of(session).mistyping()) {
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
		return SignOnState.ended(session, page, Step.REFUSED);
	}

	private boolean isAnswer(ReceivedPage page) {
		return switch (target.kind()) {
			case UNSOLICITED, REDIRECT, POST -> page.samlResponse().isPresent();
			case CAS -> page.ticket().isPresent();
			case GATE -> !page.user().isEmpty();
			case VALIDATION -> false;
		};
	}

	private Session answered(Session session, ReceivedPage page, Timing timing, String kind) {
		VirtualUser virtualUser = VirtualUser.of(session);
		recorder.answered(kind, timing);
		Session signedOn = virtualUser.signedOn(true).keptIn(session);
		if (target.kind() == Target.Kind.CAS) {
			Ticket ticket = new Ticket(page.ticket().orElseThrow(), kind, timing);
			return SignOnState.ended(SignOnState.with(SignOnState.waiting(signedOn, timing), ticket), page,
					Step.TICKET);
		}
		if (kind.equals(RequestKind.LOGIN)) {
			recorder.waited(timing, SignOnState.waited(session, timing));
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
		return SignOnState.ended(signedOn, page, Step.ANSWERED);
	}

	/** Evaluates the CAS server's answer to the validation of a ticket. */
	Session ticketValidated(Session session) {
		Session ended = plain(session, RequestKind.VALIDATION);
		if (!SignOnState.hasEnded(ended, Step.ANSWERED)) {
			return ended;
		}
		ReceivedPage page = SignOnState.page(ended);
		Ticket ticket = SignOnState.ticket(session);
		if (ticket.kind().equals(RequestKind.LOGIN)) {
			Timing validation = SignOnState.timing(ended, page);
			recorder.waited(validation, SignOnState.waited(ended, validation));
		}
		Timing whole = new Timing(ticket.timing().began(), page.arrived(), ticket.timing().bytes() + page.bytes());
		return proven(ended, page, ticket.kind(), whole,
				AnswerCheck.validationFailure(SignOnState.body(session), username(session)));
	}

	/** Evaluates an answer of the validation service. */
	Session validated(Session session) {
		ReceivedPage page = ReceivedPage.of(session);
		Timing timing = SignOnState.timing(session, page);
		if (page.status() != 200) {
			return notOk(session, page, RequestKind.LOGIN, timing);
		}
		recorder.answered(RequestKind.LOGIN, timing);
		return proven(session, page, RequestKind.LOGIN, timing,
				validations.failure(SignOnState.body(session), VirtualUser.of(session).user()));
	}

	private Session proven(Session session, ReceivedPage page, String kind, Timing timing, Optional<String> failure) {
		if (failure.isPresent()) {
			return failed(session, page, failure.get(), timing);
		}
		recorder.sound(kind, timing);
		return SignOnState.ended(session, page, Step.ANSWERED);
	}

	/** Evaluates an answer of which only the status matters. */
	Session plain(Session session, String kind) {
		ReceivedPage page = ReceivedPage.of(session);
		Timing timing = SignOnState.timing(session, page);
		if (page.status() != 200) {
			return notOk(session, page, kind, timing);
		}
		recorder.answered(kind, timing);
		return SignOnState.ended(session, page, Step.ANSWERED);
	}

	/**
	 * Records an answer with an error status, or none at all. A missing answer counts
	 * with at least the time it was waited for: otherwise the quick answers alone would
	 * make up averages and percentiles.
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
		boolean ofLogin = OF_A_LOGIN.contains(kind)
				|| kind.equals(RequestKind.VALIDATION) && SignOnState.ticket(session).kind().equals(RequestKind.LOGIN);
		if (target.kind() != Target.Kind.VALIDATION && ofLogin) {
			recorder.waited(timing, SignOnState.waited(session, timing));
		}
		return failed(session, page, FailureClass.TIMEOUT, timing);
	}

	private Session failed(Session session, ReceivedPage page, String failureClass, Timing timing) {
		recorder.failed(failureClass, timing);
		return SignOnState.ended(session, page, Step.FAILED);
	}

	private String username(Session session) {
		return plan.people().username(VirtualUser.of(session).user());
	}

}
