package org.campanile.release;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import org.campanile.release.ReleaseRule.Effect;

/**
 * Rules that federations have agreed on: the services of an entity category get the
 * category's attributes.
 */
public enum ReleaseBundle {

	/** The bundle of REFEDS Research and Scholarship 1.3. */
	RESEARCH_AND_SCHOLARSHIP(Set.of(Category.RESEARCH_AND_SCHOLARSHIP),
			new AttributeSelection.Named(Set.of("eduPersonPrincipalName", "eduPersonScopedAffiliation", "displayName",
					"givenName", "sn", "mail"))),
	/**
	 * The bundle of GEANT Data Protection Code of Conduct 1 and REFEDS Data Protection
	 * Code of Conduct 2: what the service requests as required, and no more.
	 */
	CODE_OF_CONDUCT(Set.of(Category.CODE_OF_CONDUCT_V1, Category.CODE_OF_CONDUCT_V2),
			new AttributeSelection.Requested(true)),
	/** The bundle of REFEDS Anonymous Access 2. */
	ANONYMOUS(Set.of(Category.ANONYMOUS),
			new AttributeSelection.Named(Set.of("eduPersonScopedAffiliation", "schacHomeOrganization"))),
	/** The bundle of REFEDS Pseudonymous Access 2. */
	PSEUDONYMOUS(Set.of(Category.PSEUDONYMOUS),
			new AttributeSelection.Named(Set.of("pairwise-id", "eduPersonScopedAffiliation", "schacHomeOrganization",
					"eduPersonAssurance"))),
	/** The bundle of REFEDS Personalized Access 2. */
	PERSONALIZED(Set.of(Category.PERSONALIZED),
			new AttributeSelection.Named(Set.of("subject-id", "samlSubjectID", "displayName", "givenName", "sn", "mail",
					"eduPersonScopedAffiliation", "schacHomeOrganization", "eduPersonAssurance"))),
	/**
	 * The attributes that services of one's own campus commonly need. Belongs to no
	 * category: a rule selects the services.
	 */
	EDUPERSON_BASICS(Set.of(),
			new AttributeSelection.Named(Set.of("uid", "cn", "displayName", "givenName", "sn", "mail",
					"eduPersonPrincipalName", "eduPersonAffiliation", "eduPersonScopedAffiliation",
					"eduPersonPrimaryAffiliation", "eduPersonEntitlement", "schacHomeOrganization")));

	private final Set<String> categories;

	private final AttributeSelection attributes;

	ReleaseBundle(Set<String> categories, AttributeSelection attributes) {
		this.categories = categories;
		this.attributes = attributes;
	}

	/**
	 * Returns the name of the bundle in the configuration, such as
	 * {@code research-and-scholarship}.
	 */
	public String configuredName() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** The bundle of a name in the configuration. */
	public static Optional<ReleaseBundle> named(String name) {
		return Arrays.stream(values()).filter(bundle -> bundle.configuredName().equals(name)).findFirst();
	}

	/** Returns the entity categories that the bundle serves. */
	public Set<String> categories() {
		return categories;
	}

	public AttributeSelection attributes() {
		return attributes;
	}

	/** The corresponding rule. */
	public ReleaseRule rule() {
		return new ReleaseRule(configuredName(), Effect.PERMIT, ServiceMatcher.ofCategories(categories), attributes,
				ValueFilter.EVERY);
	}

	/** URIs of entity categories. */
	public static final class Category {

		public static final String RESEARCH_AND_SCHOLARSHIP = "http://refeds.org/category/research-and-scholarship";

		public static final String CODE_OF_CONDUCT_V1 = "http://www.geant.net/uri/dataprotection-code-of-conduct/v1";

		public static final String CODE_OF_CONDUCT_V2 = "https://refeds.org/category/code-of-conduct/v2";

		public static final String ANONYMOUS = "https://refeds.org/category/anonymous";

		public static final String PSEUDONYMOUS = "https://refeds.org/category/pseudonymous";

		public static final String PERSONALIZED = "https://refeds.org/category/personalized";

		private Category() {
		}

	}

}
