package org.campanile.authn;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The kind of an authentication factor: what a user proves a login with.
 *
 * @param code names it in stored sessions, the configuration and audit lines, and is
 * never renamed; lower-case letters, digits and hyphens
 */
public record FactorKind(String code) {

	private static final Pattern CODE = Pattern.compile("[a-z][a-z0-9-]*");

	/** A password that the directory has checked. */
	public static final FactorKind PASSWORD = new FactorKind("password");

	public FactorKind {
		Objects.requireNonNull(code);
		if (!CODE.matcher(code).matches()) {
			throw new IllegalArgumentException("'" + code + "' is no kind of factor");
		}
	}

	@Override
	public String toString() {
		return code;
	}

}
