package org.campanile.testkit.architecture;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The terms of a protocol or kind of source, which must not occur in identifiers of the
 * neutral core.
 */
final class Vocabulary {

	private static final Pattern FOREIGN = Pattern.compile(
			"\\b(name ?id|entity ?id|relay ?state|assertion ?consumer|session ?index|saml|ldap|director(y|ies)\\b)");

	private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$]+");

	private static final List<String> CORE = List.of("", ".access", ".attribute", ".audit", ".authn", ".consent",
			".explain", ".factor", ".guard", ".http", ".identifier", ".jfr", ".logout", ".onetime", ".protocol",
			".record", ".release", ".seal", ".service", ".session", ".signon", ".store", ".xml");

	private Vocabulary() {
	}

	/** Whether names in this package are checked. */
	static boolean covers(String packageName) {
		return CORE.stream()
			.map((each) -> "org.campanile" + each)
			.anyMatch((each) -> packageName.equals(each)
					|| (!each.equals("org.campanile") && packageName.startsWith(each + ".")));
	}

	/**
	 * Whether one of the words is part of an identifier in camel case, with underscores,
	 * or in capitals.
	 */
	static boolean isForeign(String identifier) {
		String words = WORD_START.matcher(identifier).replaceAll(" ").toLowerCase(Locale.ROOT);
		return FOREIGN.matcher(words).find();
	}

}
