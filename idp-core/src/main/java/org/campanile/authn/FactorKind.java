package org.campanile.authn;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The kind of an authentication factor, by which a user proves a login.
 *
 * @param code names it in stored sessions, the configuration and audit lines, and is
 * never renamed; lower-case letters, digits and hyphens
 */
public record FactorKind(String code) {

	private static final Pattern CODE = Pattern.compile("[a-z][a-z0-9-]*");

	/** A password that the directory has checked. */
	public static final FactorKind PASSWORD = new FactorKind("password");

	/**
	 * A permission of an administrator to do without another factor; proven without
	 * asking.
	 */
	public static final FactorKind BYPASS = new FactorKind("bypass");

	/** A device at which the user proved another factor before; proven without asking. */
	public static final FactorKind TRUSTED_DEVICE = new FactorKind("trusted-device");

	/**
	 * A PIN that the validation service checks for other systems; it proves no login
	 * here.
	 */
	public static final FactorKind PIN = new FactorKind("pin");

	public FactorKind {
		Objects.requireNonNull(code);
		if (!CODE.matcher(code).matches()) {
			throw new IllegalArgumentException("'" + code + "' is no kind of factor");
		}
	}

	/** Whether the factor replaces another one that is then not asked for. */
	public boolean isSubstitute() {
		return equals(BYPASS) || equals(TRUSTED_DEVICE);
	}

	@Override
	public String toString() {
		return code;
	}

}
