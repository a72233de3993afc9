package org.campanile.web.sso;

import java.io.IOException;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.campanile.audit.AuditEvent;
import org.campanile.signon.Approval;
import org.campanile.signon.Refusal;
import org.campanile.signon.SignOnOutcome;

/**
 * Shows the question of an {@link Approval}, and reads the user's decision; a bean of the
 * same kind. The form is posted with {@link #DECISION}. Thread-safe.
 */
public interface ApprovalPage {

	/** The button: {@link #ACCEPT} or {@link #DECLINE}. */
	String DECISION = "decision";

	/** The button by which the user agrees, or confirms having read the page. */
	String ACCEPT = "accept";

	/** The user does not agree. */
	String DECLINE = "decline";

	/**
	 * Whether a request says that it is the form of such a page, as any client can. It is
	 * admitted as one that needs no password's permit, and must be handled as no other.
	 */
	static boolean isDecision(HttpServletRequest request) {
		return LoginController.PATH.equals(request.getServletPath()) && request.getParameter(DECISION) != null;
	}

	/** Returns the {@link Approval#kind()} of the page. */
	String kind();

	void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException;

	/**
	 * Returns the user's decision by {@link #ACCEPT}; the page alone, if it has no
	 * choice.
	 * @param shown the page that was shown, without choice
	 */
	default Approval.Decision decision(Approval.Decision shown, HttpServletRequest request) {
		return shown;
	}

	/** Returns the effect of {@link #DECLINE}; null if users cannot decline. */
	@Nullable Declined declined();

	/**
	 * The end of a sign-on that a user has declined.
	 *
	 * @param refusal what the service is answered, or the user is shown
	 * @param event the kind of audit line
	 */
	record Declined(Refusal refusal, AuditEvent.Type event) {
	}

	/**
	 * A form to be shown.
	 *
	 * @param pending the question, and the service to which the user is on the way
	 * @param action where the form is posted, on this server
	 * @param hiddenFields the fields that it is posted with, in order
	 * @param selfUrl where a GET shows this page again
	 */
	record Form(SignOnOutcome.Pending pending, String action, Map<String, String> hiddenFields, String selfUrl) {
	}

}
