package org.campanile.testkit.serviceprovider;

import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;
import org.jspecify.annotations.Nullable;
import org.opensaml.saml.saml2.core.Issuer;
import org.opensaml.saml.saml2.core.NameIDType;

/** Checks that the issuer is exactly the identity provider (SAML Profiles 4.1.4.2). */
final class IssuerCheck {

	private IssuerCheck() {
	}

	static void check(@Nullable Issuer issuer, String entityId, String what) throws ResponseRejectedException {
		String found = issuer == null ? null : BackingDom.text(issuer);
		if (issuer == null || !entityId.equals(found)) {
			throw new ResponseRejectedException(Reason.WRONG_ISSUER,
					what + " was issued by " + found + ", not by " + entityId);
		}
		if (issuer.getFormat() != null && !NameIDType.ENTITY.equals(issuer.getFormat())) {
			throw new ResponseRejectedException(Reason.WRONG_ISSUER,
					what + " has an issuer of the format " + issuer.getFormat());
		}
	}

}
