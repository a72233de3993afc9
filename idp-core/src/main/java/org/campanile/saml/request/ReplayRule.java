package org.campanile.saml.request;

import java.time.Duration;
import java.time.Instant;

import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.store.StoreUnavailableException;

/**
 * The request must not have been received before. This is the last rule, since it sets a
 * replay key: a request refused for another reason must not consume its ID, or anyone
 * could consume the IDs of a service's requests. If it is unknown whether a request is
 * new, it is refused.
 */
public final class ReplayRule implements RequestRule<IdentifiedMessage> {

	private final String kind;

	private final OneTimeStore replayKeys;

	private final IssueInstantRule freshness;

	private final Duration pending;

	/**
	 * @param kind separates the replay keys of different types of requests
	 */
	public ReplayRule(String kind, OneTimeStore replayKeys, IssueInstantRule freshness) {
		this(kind, replayKeys, freshness, Duration.ZERO);
	}

	/**
	 * @param pending how long after its arrival a copy of the request may still be
	 * answered, which the replay key must outlast
	 */
	ReplayRule(String kind, OneTimeStore replayKeys, IssueInstantRule freshness, Duration pending) {
		this.kind = kind;
		this.replayKeys = replayKeys;
		this.freshness = freshness;
		this.pending = pending;
	}

	@Override
	public void check(IdentifiedMessage request) throws SamlFault {
		String id = request.header().id();
		// An NCName contains no space, so that different pairs yield different keys.
		String key = id + ' ' + request.service().entityId();
		Instant expiry = freshness.deadAfter(request.header().issueInstant()).plus(pending);
		try {
			if (!replayKeys.claim(kind, key, expiry)) {
				throw request.refuse(FaultCode.REQUEST_REPLAYED, "the request " + id + " came before");
			}
		}
		catch (StoreUnavailableException ex) {
			throw SamlFault
				.local(FaultCode.REPLAY_CHECK_UNAVAILABLE,
						"whether the request " + id + " is new is not known: " + ex.getMessage(), ex)
				.about(request.service().entityId());
		}
	}

}
