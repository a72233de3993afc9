package org.campanile.saml.request;

import java.time.Instant;

import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.session.StoreUnavailableException;

/**
 * The request did not come before. The last of the rules, since it leaves a mark: a
 * request refused for another reason must not use up its ID, or anybody could burn a
 * service's requests. A request whose newness is not known is refused.
 */
final class ReplayRule implements RequestRule<AnswerableRequest> {

	static final String KIND = "authn-request";

	private final OneTimeStore marks;

	private final IssueInstantRule freshness;

	ReplayRule(OneTimeStore marks, IssueInstantRule freshness) {
		this.marks = marks;
		this.freshness = freshness;
	}

	@Override
	public void check(AnswerableRequest request) throws SamlFault {
		IdentifiedRequest identified = request.identified();
		String id = identified.message().id();
		// An NCName holds no space, so that two pairs never make one key.
		String key = id + ' ' + identified.service().entityId();
		Instant expiry = freshness.deadAfter(identified.message().issueInstant());
		try {
			if (!marks.mark(KIND, key, expiry)) {
				throw identified.refuse(FaultCode.REQUEST_REPLAYED, "the request " + id + " came before");
			}
		}
		catch (StoreUnavailableException ex) {
			throw SamlFault
				.local(FaultCode.REPLAY_CHECK_UNAVAILABLE,
						"whether the request " + id + " is new is not known: " + ex.getMessage(), ex)
				.about(identified.service().entityId());
		}
	}

}
