package org.campanile.saml.request;

import java.time.Instant;

import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.store.StoreUnavailableException;

/**
 * The request did not come before. The last of the rules, since it leaves a mark: a
 * request refused for another reason must not use up its ID, or anybody could burn a
 * service's requests. A request whose newness is not known is refused.
 */
public final class ReplayRule implements RequestRule<IdentifiedMessage> {

	/** The kind of the marks of requests to sign on. */
	static final String AUTHN_REQUEST = "authn-request";

	private final String kind;

	private final OneTimeStore marks;

	private final IssueInstantRule freshness;

	/**
	 * @param kind keeps the marks of one type of request apart from those of others
	 */
	public ReplayRule(String kind, OneTimeStore marks, IssueInstantRule freshness) {
		this.kind = kind;
		this.marks = marks;
		this.freshness = freshness;
	}

	@Override
	public void check(IdentifiedMessage request) throws SamlFault {
		String id = request.header().id();
		// An NCName holds no space, so that two pairs never make one key.
		String key = id + ' ' + request.service().entityId();
		Instant expiry = freshness.deadAfter(request.header().issueInstant());
		try {
			if (!marks.mark(kind, key, expiry)) {
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
