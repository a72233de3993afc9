package org.campanile.testkit.serviceprovider;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.saml.nameid.NameId;
import org.jspecify.annotations.Nullable;

/**
 * An assertion that passed every check.
 *
 * @param id its ID
 * @param issueInstant when it was issued
 * @param notOnOrAfter its end, the earlier of the conditions' and the confirmation's
 * @param nameId the user's name for this service
 * @param attributes the statements about the user, in order
 * @param authnInstant when the user was authenticated
 * @param authnContextClass how the user was authenticated
 * @param sessionIndex names the identity provider's session; null if it does not
 * @param sessionNotOnOrAfter when the service is to end its own session; null if not said
 * @param signed whether the assertion itself is signed, beside the response
 * @param encryptionMethod the URI of the block encryption it came under; null if it came
 * in the clear
 * @param xml the assertion, decrypted
 */
public record DecodedAssertion(String id, Instant issueInstant, Instant notOnOrAfter, NameId nameId,
		List<DecodedAttribute> attributes, Instant authnInstant, String authnContextClass,
		@Nullable String sessionIndex, @Nullable Instant sessionNotOnOrAfter, boolean signed,
		@Nullable String encryptionMethod, String xml) {

	public DecodedAssertion {
		attributes = List.copyOf(attributes);
	}

	/** The attribute of that name or friendly name. */
	public Optional<DecodedAttribute> attribute(String name) {
		return attributes.stream()
			.filter(attribute -> attribute.name().equals(name) || name.equals(attribute.friendlyName()))
			.findFirst();
	}

	/**
	 * Returns the values of the attribute of that name or friendly name; empty if it is
	 * absent.
	 */
	public List<String> values(String name) {
		return attribute(name).map(DecodedAttribute::values).orElse(List.of());
	}

}
