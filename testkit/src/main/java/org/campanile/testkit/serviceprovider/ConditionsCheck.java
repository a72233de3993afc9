package org.campanile.testkit.serviceprovider;

import java.time.Instant;
import java.util.List;

import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;
import org.jspecify.annotations.Nullable;
import org.opensaml.saml.saml2.core.AudienceRestriction;
import org.opensaml.saml.saml2.core.Conditions;

/**
 * Checks that the assertion is valid now and intended for this service provider (SAML
 * Core 2.5).
 *
 * @param audience the service provider's entityID
 * @param validity checks the times
 */
record ConditionsCheck(String audience, Validity validity) {

	/**
	 * @return when the conditions expire
	 */
	Instant check(@Nullable Conditions conditions, Instant issued) throws ResponseRejectedException {
		if (conditions == null || conditions.getAudienceRestrictions().isEmpty()) {
			throw new ResponseRejectedException(Reason.WRONG_AUDIENCE, "no AudienceRestriction");
		}
		if (conditions.getConditions().size() != conditions.getAudienceRestrictions().size()) {
			throw new ResponseRejectedException(Reason.NOT_A_RESPONSE,
					"conditions other than AudienceRestriction, which are not understood here");
		}
		// All restrictions must be satisfied; audiences within one are alternatives
		// (2.5.1.4).
		for (AudienceRestriction restriction : conditions.getAudienceRestrictions()) {
			List<String> audiences = restriction.getAudiences().stream().map(BackingDom::text).toList();
			if (!audiences.contains(audience)) {
				throw new ResponseRejectedException(Reason.WRONG_AUDIENCE,
						"meant for " + audiences + ", not for " + audience);
			}
		}
		if (conditions.getNotBefore() != null) {
			validity.begun(conditions.getNotBefore(), "Conditions NotBefore");
		}
		return validity.end(conditions.getNotOnOrAfter(), issued, "Conditions NotOnOrAfter");
	}

}
