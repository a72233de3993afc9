package org.campanile.perf.load;

import java.util.Objects;

import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.Session;
import org.campanile.perf.load.LoadRecorder.Timing;

import static io.gatling.javaapi.core.CoreDsl.bodyString;

/**
 * The state of a virtual user's sign-on in Gatling's session: the pending request, the
 * last page, and how the last {@link Step} ended. Sessions are immutable, so that changes
 * return another one.
 */
final class SignOnState {

	private static final String STEP = "step";

	private static final String BEGAN = "began";

	/** Session attribute: time waited for this sign-on's earlier answers, in ns. */
	private static final String WAITED = "waited";

	private static final String PAGE = "page";

	private static final String TICKET = "ticket";

	private static final String BODY = "body";

	private SignOnState() {
	}

	/** The ways in which a step can end. */
	enum Step {

		/** The login form was shown. */
		FORM,
		/** A page asks for a second factor. */
		FACTOR,
		/** The answer for the service has come. */
		ANSWERED,
		/** A ticket has come that is still to be validated. */
		TICKET,
		/** A wrong password was refused, as expected. */
		REFUSED,
		/** The step failed. */
		FAILED

	}

	/**
	 * A CAS ticket.
	 *
	 * @param value value of the parameter
	 * @param kind kind of the request that it answered
	 * @param timing timing of that request
	 */
	record Ticket(String value, String kind, Timing timing) {
	}

	/** Marks that the first request of a sign-on is sent now. */
	static Session opening(Session session) {
		return sending(session).set(WAITED, 0L);
	}

	/** Marks that a request is sent now. */
	static Session sending(Session session) {
		return ReceivedPage.cleared(session).set(BEGAN, System.nanoTime());
	}

	static Session ended(Session session, ReceivedPage page, Step step) {
		return session.set(PAGE, page).set(STEP, step);
	}

	static boolean hasEnded(Session session, Step step) {
		return step == session.<Step>get(STEP);
	}

	/** Returns the last page. */
	static ReceivedPage page(Session session) {
		return Objects.requireNonNull(session.<ReceivedPage>get(PAGE));
	}

	/** Returns the timing of the request that the page answers. */
	static Timing timing(Session session, ReceivedPage page) {
		return new Timing(session.getLong(BEGAN), page.arrived(), page.bytes());
	}

	/** Returns the time waited for all answers up to this one, in nanoseconds. */
	static long waited(Session session, Timing timing) {
		return (session.contains(WAITED) ? session.getLong(WAITED) : 0) + timing.nanos();
	}

	/** Adds the waiting for a request that is not the last of the sign-on. */
	static Session waiting(Session session, Timing timing) {
		return session.set(WAITED, waited(session, timing));
	}

	static Ticket ticket(Session session) {
		return Objects.requireNonNull(session.<Ticket>get(TICKET));
	}

	static Session with(Session session, Ticket ticket) {
		return session.set(TICKET, ticket);
	}

	/** Saves the body of an answer in the session. */
	static CheckBuilder keepBody() {
		return bodyString().saveAs(BODY);
	}

	static String body(Session session) {
		return Objects.requireNonNull(session.getString(BODY));
	}

}
