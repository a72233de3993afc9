package org.campanile.explain;

import java.util.List;
import java.util.Map;

import org.campanile.attribute.SourceValues;

/** The source of all users. Implementations are thread-safe. */
public interface UserSource {

	/**
	 * Looks a user up.
	 * @param user the name as it would be typed at the login, or the canonical one
	 * @throws UnexplainedException if there is no such user, or no single one, or the
	 * source does not answer
	 */
	Found find(String user) throws UnexplainedException;

	/**
	 * Explains why the user has no value of an attribute, such as that no user has one.
	 */
	String whyWithout(String attribute);

	/**
	 * A user.
	 *
	 * @param principal the canonical name
	 * @param dn the entry's name in its source
	 * @param values what definitions read
	 * @param attributes all of it, by attribute
	 */
	record Found(String principal, String dn, SourceValues values, Map<String, List<byte[]>> attributes) {
	}

}
