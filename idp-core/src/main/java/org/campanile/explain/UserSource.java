package org.campanile.explain;

import java.util.List;
import java.util.Map;

import org.campanile.attribute.SourceValues;

/** The source of all users. Implementations are thread-safe. */
public interface UserSource {

	/**
	 * Finds a user.
	 * @param user the name as a user would type it at the login, or the canonical one
	 * @throws UnexplainedException if there is no such user, or several, or the source
	 * does not answer
	 */
	Found find(String user) throws UnexplainedException;

	/**
	 * Finds a user by the canonical name only: another name may have belonged to somebody
	 * else before.
	 * @throws UnexplainedException as {@link #find} does
	 */
	Found findByPrincipal(String principal) throws UnexplainedException;

	/**
	 * Explains why the user has no value of an attribute, for example because no user has
	 * one.
	 */
	String whyWithout(String attribute);

	/**
	 * A user.
	 *
	 * @param principal the canonical name
	 * @param dn the entry's distinguished name
	 * @param values the values that definitions read
	 * @param attributes all values of the entry, by attribute
	 */
	record Found(String principal, String dn, SourceValues values, Map<String, List<byte[]>> attributes) {
	}

}
