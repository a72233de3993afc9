package org.campanile.release;

import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.SubjectIdDefinition;
import org.campanile.release.IdentifierAlgorithm.Purpose;

/**
 * Computes the pairwise subject identifier (SAML V2.0 Subject Identifier Attributes
 * Profile 1.0, 3.4): one value for each user and service. Thread-safe.
 */
public final class PairwiseIds {

	public static final String ID = "pairwise-id";

	private static final Logger LOGGER = LoggerFactory.getLogger(PairwiseIds.class);

	private final IdentifierAlgorithm algorithm;

	private final IdentifierSalt salt;

	private final String source;

	private final Optional<String> scope;

	/**
	 * @param source the id of the resolved attribute that identifies the user
	 * @param scope the scope; without one there are no pairwise identifiers
	 * @throws IllegalArgumentException if the scope does not follow the profile's syntax
	 */
	public PairwiseIds(IdentifierAlgorithm algorithm, IdentifierSalt salt, String source, Optional<String> scope) {
		this.algorithm = algorithm;
		this.salt = salt;
		this.source = source;
		this.scope = scope;
		scope.filter(candidate -> !SubjectIdDefinition.isScope(candidate)).ifPresent(candidate -> {
			throw new IllegalArgumentException("'" + candidate + "' is not a scope of a subject identifier");
		});
	}

	/** The identifier of the user for one service. */
	public Optional<AttributeValue> compute(ResolvedAttributes attributes, String service) {
		List<AttributeValue> values = attributes.get(source);
		if (values.size() != 1 || scope.isEmpty()) {
			LOGGER.warn("pairwise-id for {}: none, because {}", service,
					scope.isEmpty() ? "no scope is configured; see campanile.scopes"
							: "its source " + source + " has " + values.size() + " values instead of one");
			return Optional.empty();
		}
		String unique = algorithm.compute(salt, Purpose.PAIRWISE, service, values.get(0).text());
		return Optional.of(new AttributeValue.Scoped(unique, scope.get()));
	}

}
