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
 * @param notOnOrAfter its expiry, the earlier of that of the conditions and that of the
 * confirmation
 * @param nameId the user's name for this service
 * @param attributes the statements about the user, in order
 * @param authnInstant when the user was authenticated
 * @param authnContextClass how the user was authenticated
 * @param sessionIndex the name of the identity provider's session; null if absent
 * @param sessionNotOnOrAfter when the service must end its own session; null if absent
 * @param signed whether the assertion itself is signed, in addition to the response
 * @param encryptionMethod the URI of the block encryption; null if it was not encrypted
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
