package org.campanile.testkit.saml;

import java.time.Instant;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;

import org.campanile.saml.SamlSignOn;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.SignOnRequest;

/** Sign-on requests received by SAML. */
public final class TestSignOnRequests {

	private TestSignOnRequests() {
	}

	public static SignOnRequest signOn(String service, String responseUrl, @Nullable String requestId,
			@Nullable String relayState, boolean forceAuthn, boolean passive,
			@Nullable RequestedAuthnContext authnContext, NameIdRequest nameId, OptionalInt index, Instant receivedAt,
			@Nullable Instant repeatableUntil) {
		return new SignOnRequest(RelyingParty.PROTOCOL, service, responseUrl, requestId,
				new AuthnDemand(forceAuthn, passive, authnContext), receivedAt, repeatableUntil,
				new SamlSignOn(relayState, nameId, index).own());
	}

}
