package org.campanile.saml.protocol;

import java.util.Set;

import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.relyingparty.RelyingParty;

/**
 * The subject identifier that a service requires, according to its entity attribute (SAML
 * V2.0 Subject Identifier Attributes Profile 1.0, 3.5).
 */
public enum SubjectIdRequirement {

	/** The service requires {@code subject-id}, and not the pairwise one. */
	SUBJECT_ID,
	/** The service requires {@code pairwise-id}, and not the general one. */
	PAIRWISE_ID,
	/**
	 * The service accepts either; it gets the pairwise one if possible, as that discloses
	 * less.
	 */
	ANY,
	/** The service wants neither. */
	NONE,
	/** The service states nothing; only the rules decide. */
	UNSTATED;

	public static final String ENTITY_ATTRIBUTE = "urn:oasis:names:tc:SAML:profiles:subject-id:req";

	static SubjectIdRequirement of(RelyingParty service) {
		Set<String> values = service.entityAttributes().getOrDefault(ENTITY_ATTRIBUTE, Set.of());
		// The profile allows one value. Of several the one that discloses least
		// about a user decides.
		if (values.contains("none")) {
			return NONE;
		}
		if (values.contains("pairwise-id")) {
			return PAIRWISE_ID;
		}
		if (values.contains("any")) {
			return ANY;
		}
		return values.contains("subject-id") ? SUBJECT_ID : UNSTATED;
	}

	boolean asksFor(SamlAttributeName name) {
		return switch (name.name()) {
			case SamlAttributeName.SUBJECT_ID -> this == SUBJECT_ID || this == ANY;
			case SamlAttributeName.PAIRWISE_ID -> this == PAIRWISE_ID || this == ANY;
			default -> false;
		};
	}

	/**
	 * Whether the service may get the identifier.
	 * @param pairwiseReleased whether it gets the pairwise one
	 */
	boolean allows(SamlAttributeName name, boolean pairwiseReleased) {
		return switch (name.name()) {
			case SamlAttributeName.SUBJECT_ID ->
				this == SUBJECT_ID || this == UNSTATED || this == ANY && !pairwiseReleased;
			case SamlAttributeName.PAIRWISE_ID -> this != SUBJECT_ID && this != NONE;
			default -> true;
		};
	}

}
