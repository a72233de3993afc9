package org.campanile.perf.load;

import java.util.Objects;

import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.Session;
import org.campanile.perf.load.LoadRecorder.Timing;

import static io.gatling.javaapi.core.CoreDsl.bodyString;

/**
 * What Gatling's session of a virtual user holds of its sign-on: the request under way,
 * the last page, and how the last {@link Step} ended. A session is immutable; what
 * changes it returns another one.
 */
final class SignOnState {

	private static final String STEP = "step";

	private static final String BEGAN = "began";

	/** For the answers to earlier requests of this sign-on, in nanoseconds. */
	private static final String WAITED = "waited";

	private static final String PAGE = "page";

	private static final String TICKET = "ticket";

	private static final String BODY = "body";

	private SignOnState() {
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

	/**
	 * A CAS ticket.
	 *
	 * @param value of the parameter
	 * @param kind of the request that it answered
	 * @param timing of that request
	 */
	record Ticket(String value, String kind, Timing timing) {
	}

	/** The first request of a sign-on is sent now. */
	static Session opening(Session session) {
		return sending(session).set(WAITED, 0L);
	}

	/** A request is sent now. */
	static Session sending(Session session) {
		return ReceivedPage.cleared(session).set(BEGAN, System.nanoTime());
	}

	static Session ended(Session session, ReceivedPage page, Step step) {
		return session.set(PAGE, page).set(STEP, step);
	}

	static boolean hasEnded(Session session, Step step) {
		return step == session.<Step>get(STEP);
	}

	/** The last one. */
	static ReceivedPage page(Session session) {
		return Objects.requireNonNull(session.<ReceivedPage>get(PAGE));
	}

	/** Of the request that the page answers. */
	static Timing timing(Session session, ReceivedPage page) {
		return new Timing(session.getLong(BEGAN), page.arrived(), page.bytes());
	}

	/** For all answers of this sign-on until that of a request, in nanoseconds. */
	static long waited(Session session, Timing timing) {
		return (session.contains(WAITED) ? session.getLong(WAITED) : 0) + timing.nanos();
	}

	/** That request was not the last of the sign-on. */
	static Session waiting(Session session, Timing timing) {
		return session.set(WAITED, waited(session, timing));
	}

	static Ticket ticket(Session session) {
		return Objects.requireNonNull(session.<Ticket>get(TICKET));
	}

	static Session with(Session session, Ticket ticket) {
		return session.set(TICKET, ticket);
	}

	/** Keeps the body of an answer. */
	static CheckBuilder keepBody() {
		return bodyString().saveAs(BODY);
	}

	static String body(Session session) {
		return Objects.requireNonNull(session.getString(BODY));
	}

}
