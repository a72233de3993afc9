package org.campanile.signon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Determines whether an authentication satisfies a service's request (SAML Core
 * 3.3.2.2.1). Classes are ordered by strength in the configuration, the weakest first.
 * Unless they are in that order, a password is just below a password over TLS, and
 * "unspecified" below all; any other class outside it compares with none but itself.
 * Immutable.
 */
public final class AuthnContextMatcher {

	/** A password sent over a protected transport (SAML AuthnContext 3.4.2). */
	public static final String PASSWORD_PROTECTED_TRANSPORT = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

	/** A password (SAML AuthnContext 3.4.1). */
	public static final String PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:Password";

	/**
	 * The class that leaves the choice to the identity provider (SAML AuthnContext
	 * 3.4.25).
	 */
	public static final String UNSPECIFIED = "urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified";

	private final List<String> byStrength;

	/**
	 * @param byStrength URIs of classes, the weakest first
	 */
	public AuthnContextMatcher(List<String> byStrength) {
		List<String> ranked = new ArrayList<>(byStrength);
		if (ranked.contains(PASSWORD_PROTECTED_TRANSPORT) && !ranked.contains(PASSWORD)) {
			ranked.add(ranked.indexOf(PASSWORD_PROTECTED_TRANSPORT), PASSWORD);
		}
		if (!ranked.contains(UNSPECIFIED)) {
			ranked.addFirst(UNSPECIFIED);
		}
		this.byStrength = List.copyOf(ranked);
	}

	/**
	 * The class to state in the assertion for a user authenticated with the given class.
	 * @param performed the class of the authentication that took place
	 * @param requested the service's request; null for none
	 * @return empty if the authentication does not satisfy the request
	 */
	public Optional<String> match(String performed, @Nullable RequestedAuthnContext requested) {
		if (requested == null) {
			return Optional.of(performed);
		}
		int strength = byStrength.indexOf(performed);
		return switch (requested.comparison()) {
			case EXACT -> requested.classes()
				.stream()
				.filter(wanted -> wanted.equals(performed) || isWeakerForm(wanted, performed))
				.findFirst();
			case MINIMUM -> requested.classes().stream().anyMatch(wanted -> isWeakerForm(wanted, performed))
					? Optional.of(performed)
					: anyCompares(requested, performed, strength, (mine, wanted) -> mine >= wanted);
			case MAXIMUM -> anyCompares(requested, performed, strength, (mine, wanted) -> mine <= wanted);
			case BETTER -> better(requested, performed, strength);
		};
	}

	/**
	 * Whether any authentication this server can perform would satisfy the request.
	 * @param performable the classes of those
	 */
	public boolean reachable(@Nullable RequestedAuthnContext requested, Collection<String> performable) {
		return requested == null || performable.stream().anyMatch(performed -> match(performed, requested).isPresent());
	}

	/**
	 * A password over TLS is also a password, and anything is also "unspecified", whether
	 * or not the configuration ranks these two. In an exact comparison the statement
	 * names the class that was asked for.
	 */
	private static boolean isWeakerForm(String wanted, String performed) {
		return UNSPECIFIED.equals(wanted) || PASSWORD.equals(wanted) && PASSWORD_PROTECTED_TRANSPORT.equals(performed);
	}

	private Optional<String> anyCompares(RequestedAuthnContext requested, String performed, int strength,
			Comparison comparison) {
		boolean satisfied = requested.classes()
			.stream()
			.anyMatch(wanted -> wanted.equals(performed) || strength >= 0 && byStrength.contains(wanted)
					&& comparison.test(strength, byStrength.indexOf(wanted)));
		return satisfied ? Optional.of(performed) : Optional.empty();
	}

	/**
	 * "Stronger than any one of the authentication contexts specified" is taken as
	 * stronger than each, the reading that never gives a service less than it asked for.
	 */
	private Optional<String> better(RequestedAuthnContext requested, String performed, int strength) {
		boolean satisfied = strength >= 0 && requested.classes()
			.stream()
			.allMatch(wanted -> byStrength.contains(wanted) && strength > byStrength.indexOf(wanted));
		return satisfied ? Optional.of(performed) : Optional.empty();
	}

	private interface Comparison {

		boolean test(int mine, int wanted);

	}

}
