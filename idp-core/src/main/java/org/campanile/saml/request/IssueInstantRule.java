package org.campanile.saml.request;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;

/**
 * The message is fresh: issued no longer ago than its validity, and not in the future,
 * with the clock skew allowed either way.
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

	/** What is wrong with a time of issue; empty if nothing is. */
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

	/**
	 * What is wrong with an end that the message states for itself; empty if nothing is.
	 */
	public Optional<String> overdue(Instant notOnOrAfter, Instant now) {
		return now.minus(limits.clockSkew()).isBefore(notOnOrAfter) ? Optional.empty()
				: Optional.of("held until " + notOnOrAfter + ", now is " + now + "; accepted is a skew of "
						+ limits.clockSkew().toSeconds() + " s");
	}

	/**
	 * A time from which on no node accepts the request any more, even one whose clock is
	 * behind by the skew.
	 */
	Instant deadAfter(Instant issued) {
		return issued.plus(limits.validity()).plus(limits.clockSkew().multipliedBy(2));
	}

}
