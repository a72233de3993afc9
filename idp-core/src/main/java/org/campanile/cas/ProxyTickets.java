package org.campanile.cas;

import org.campanile.cas.TicketValidation.Code;
import org.jspecify.annotations.Nullable;

/** Proxy-granting tickets and proxy tickets (CAS Protocol 3.0.3, 2.7, 3.2 to 3.4). Thread-safe. */
public final class ProxyTickets {

	/** What became of a callback. */
	sealed interface Callback {

		/**
		 * The service has received a proxy-granting ticket.
		 *
		 * @param iou the id by which it finds it
		 */
		record Granted(String iou) implements Callback {
		}

		/** The service may not have one there. */
		record Refused(String detail) implements Callback {
		}

		/** It did not take it. */
		record Failed(String detail) implements Callback {
		}

	}

	/** What a service that asks for a proxy ticket is told. */
	public sealed interface Outcome {

		/** There is one. */
		record Issued(String ticket) implements Outcome {
		}

		/**
		 * There is none.
		 *
		 * @param code why, for programs
		 * @param detail why, for people
		 * @param service the id of the service that asks; null if it is not known
		 */
		record Refused(Code code, String detail, @Nullable String service) implements Outcome {
		}

	}

	Callback grant(CasService service, CasTickets.Ticket ticket, String callback) throws InterruptedException {
		return new Callback.Refused("no");
	}

	/**
	 * Makes a ticket by which a service presents the user to another one.
	 * @param grant the proxy-granting ticket, not validated
	 * @param target the URL of the other service, not validated
	 */
	public Outcome issue(String grant, String target) {
		return new Outcome.Refused(Code.INVALID_TICKET, "no", null);
	}

}
