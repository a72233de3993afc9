package org.campanile.web.management;

import java.util.List;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.PrincipalDefinition;
import org.campanile.explain.UnexplainedException;
import org.campanile.explain.UnexplainedException.Kind;
import org.campanile.explain.UserSource;

/**
 * Finds the value that a user's persistent identifiers are computed from, as a sign-on
 * would. Thread-safe.
 */
final class IdentifierOwners {

	private final UserSource users;

	private final DefaultAttributeResolver resolver;

	private final String source;

	/**
	 * @param source the id of the attribute with that value
	 */
	IdentifierOwners(UserSource users, DefaultAttributeResolver resolver, String source) {
		this.users = users;
		this.resolver = resolver;
		this.source = source;
	}

	/**
	 * A user.
	 *
	 * @param person the value
	 * @param principal the canonical name
	 */
	record Owner(String person, String principal) {
	}

	/**
	 * Finds a user.
	 * @param principal the canonical name
	 * @throws UnexplainedException if there is no such user, or none with one such value,
	 * or a source does not answer
	 */
	Owner find(String principal) throws UnexplainedException {
		UserSource.Found found = users.findByPrincipal(principal);
		if (PrincipalDefinition.PRINCIPAL.equals(source)) {
			return new Owner(found.principal(), found.principal());
		}
		DefaultAttributeResolver.Explained resolved = resolver.explain(found.principal(), found.values());
		List<AttributeValue> values = resolved.attributes().get(source);
		if (values.size() != 1) {
			throw new UnexplainedException(resolved.silent().isEmpty() ? Kind.PERSON : Kind.UNAVAILABLE,
					"user " + principal + ": " + source + " (campanile.name-id.persistent-source) has " + values.size()
							+ " values instead of one; campanile explain says why");
		}
		return new Owner(values.getFirst().text(), found.principal());
	}

}
