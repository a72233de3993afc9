package org.campanile.signon;

import java.util.ArrayList;
import java.util.List;

import org.campanile.protocol.ProtocolId;
import org.campanile.store.StoreUnavailableException;

/** Asks the approvals in order before a service is answered. Thread-safe. */
final class Approvals {

	private final List<Approval> approvals;

	Approvals(List<? extends Approval> approvals) {
		this.approvals = List.copyOf(approvals);
	}

	/**
	 * Returns the first page to be shown, if there is one; otherwise the answer to the
	 * service.
	 * @param address the client's address
	 * @param decisions what the user has decided for the request
	 */
	SignOnOutcome check(SignOnRequest request, SignOnOutcome.Granted granted, String address,
			Approval.Decisions decisions) throws StoreUnavailableException {
		// The page does not leave this server, and users withdraw their consent there.
		if (request.protocol().equals(ProtocolId.OWN)) {
			return granted;
		}
		SignOnOutcome.Granted passed = granted;
		List<Approval.Decision> made = new ArrayList<>(decisions.earlier());
		Approval.Decision latest = decisions.latest();
		for (Approval approval : approvals) {
			Approval.Standing standing = approval.check(new Approval.Case(request, passed, address, decisions));
			// An approval that was reached has stored it, unless its page has changed.
			if (latest != null && latest.kind().equals(approval.kind())
					&& !(standing instanceof Approval.Standing.Due(Approval.Page page)
							&& page.id().equals(latest.id()))) {
				made.add(latest);
			}
			switch (standing) {
				case Approval.Standing.Passed(SignOnOutcome.Granted rest) -> passed = rest;
				case Approval.Standing.Due(Approval.Page page) -> {
					return request.demand().passive() ? new SignOnOutcome.Refused(Refusal.NO_PASSIVE)
							: new SignOnOutcome.Pending(request, passed, page, made);
				}
			}
		}
		return passed;
	}

}
