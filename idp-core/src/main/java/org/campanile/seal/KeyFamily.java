package org.campanile.seal;

/**
 * The uses of key rings, each in files of its own in the same folder.
 */
public enum KeyFamily {

	/**
	 * The keys that seal sessions and all else that ends with them; {@code sealing*.key}.
	 */
	SEALING("sealing", "sealing key", "would create a new one and terminate all sessions"),

	/** The keys that seal what users have enrolled to sign in; {@code factors*.key}. */
	FACTORS("factors", "key of enrolled factors", "is refused, as no enrolled factor could be read");

	private static final String SUFFIX = ".key";

	private final String prefix;

	private final String noun;

	private final String restartWithoutKey;

	KeyFamily(String prefix, String noun, String restartWithoutKey) {
		this.prefix = prefix;
		this.noun = noun;
		this.restartWithoutKey = restartWithoutKey;
	}

	/** Matches the names of the files. */
	public String glob() {
		return prefix + "*" + SUFFIX;
	}

	/** The name of the file created at the first start. */
	public String first() {
		return prefix + "-0001" + SUFFIX;
	}

	/** Returns the noun for messages, in the singular. */
	String noun() {
		return noun;
	}

	/** Returns the noun for messages, in the plural. */
	String plural() {
		return noun.replaceFirst("key", "keys");
	}

	/** Returns the effect of a restart without any key, for messages. */
	String restartWithoutKey() {
		return restartWithoutKey;
	}

	/**
	 * The name without the suffix, or "sealing.key" would come after "sealing-2027.key".
	 */
	static String baseName(String name) {
		return name.substring(0, name.length() - SUFFIX.length());
	}

}
