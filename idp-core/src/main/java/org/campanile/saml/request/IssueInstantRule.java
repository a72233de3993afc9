package org.campanile.saml.request;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;

/**
 * The message must be fresh: not older than its validity, and not in the future, with a
 * tolerance for clock skew.
 */
public final class IssueInstantRule implements RequestRule<IdentifiedMessage> {

	private final RequestLimits limits;

	public IssueInstantRule(RequestLimits limits) {
		this.limits = limits;
	}

	@Override
	public void check(IdentifiedMessage message) throws SamlFault {
		Optional<String> fault = fault(message.header().issueInstant(), message.receivedAt());
		if (fault.isPresent()) {
			throw message.refuse(FaultCode.REQUEST_EXPIRED, fault.get());
		}
	}

	/** Returns the fault of a time of issue; empty if there is none. */
	Optional<String> fault(Instant issued, Instant now) {
		Duration age = Duration.between(issued, now);
		if (age.compareTo(limits.validity().plus(limits.clockSkew())) > 0) {
			return Optional.of("issued at " + issued + ", " + age.toSeconds() + " s ago; accepted for "
					+ limits.validity().toSeconds() + " s with a skew of " + limits.clockSkew().toSeconds() + " s");
		}
		if (age.negated().compareTo(limits.clockSkew()) > 0) {
			return Optional.of("issued at " + issued + ", " + age.negated().toSeconds()
					+ " s in the future; is the service's clock right? Accepted is a skew of "
					+ limits.clockSkew().toSeconds() + " s");
		}
		return Optional.empty();
	}

	/** Returns the fault of an expiry stated in the message; empty if there is none. */
	public Optional<String> overdue(Instant notOnOrAfter, Instant now) {
		return now.minus(limits.clockSkew()).isBefore(notOnOrAfter) ? Optional.empty()
				: Optional.of("held until " + notOnOrAfter + ", now is " + now + "; accepted is a skew of "
						+ limits.clockSkew().toSeconds() + " s");
	}

	/**
	 * The time after which no node accepts the request any more, even if its clock is
	 * behind by the skew.
	 */
	Instant deadAfter(Instant issued) {
		return issued.plus(limits.validity()).plus(limits.clockSkew().multipliedBy(2));
	}

}
