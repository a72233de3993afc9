package org.campanile.signon;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.campanile.signon.RequestedAuthnContext.Comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.signon.RequestedAuthnContext.Comparison.BETTER;
import static org.campanile.signon.RequestedAuthnContext.Comparison.EXACT;
import static org.campanile.signon.RequestedAuthnContext.Comparison.MAXIMUM;
import static org.campanile.signon.RequestedAuthnContext.Comparison.MINIMUM;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Tests the comparison of authentication contexts (SAML Core 3.3.2.2.1). */
class AuthnContextMatcherTests {

	/** The short names used in the tables below, with their class URIs. */
	private static final Map<String, String> CLASSES = Map.of("ip", "urn:example:ip", "ppt",
			AuthnContextMatcher.PASSWORD_PROTECTED_TRANSPORT, "pw", AuthnContextMatcher.PASSWORD, "any",
			AuthnContextMatcher.UNSPECIFIED, "mfa", "https://refeds.org/profile/mfa", "card", "urn:example:smartcard",
			"alien", "urn:example:alien");

	/**
	 * The columns: the classes that the server supports, weakest first; the comparison;
	 * the requested classes; the performed class; the class to state, empty for none.
	 */
	static Stream<Arguments> table() {
		return Stream.of(
				// A single class, as for a server with passwords only.
				arguments("ppt", EXACT, "ppt", "ppt", "ppt"), arguments("ppt", EXACT, "pw", "ppt", "pw"),
				arguments("ppt", EXACT, "any", "ppt", "any"), arguments("ppt", EXACT, "mfa", "ppt", ""),
				arguments("ppt", EXACT, "mfa ppt", "ppt", "ppt"), arguments("ppt", EXACT, "pw ppt", "ppt", "pw"),
				arguments("ppt", EXACT, "ppt pw", "ppt", "ppt"), arguments("ppt", MINIMUM, "ppt", "ppt", "ppt"),
				arguments("ppt", MINIMUM, "pw", "ppt", "ppt"), arguments("ppt", MINIMUM, "any", "ppt", "ppt"),
				arguments("ppt", MINIMUM, "mfa", "ppt", ""), arguments("ppt", MINIMUM, "mfa pw", "ppt", "ppt"),
				arguments("ppt", MAXIMUM, "ppt", "ppt", "ppt"), arguments("ppt", MAXIMUM, "mfa", "ppt", ""),
				arguments("ppt", MAXIMUM, "pw", "ppt", ""), arguments("ppt", BETTER, "ppt", "ppt", ""),
				arguments("ppt", BETTER, "alien", "ppt", ""),
				// Three classes.
				arguments("ip ppt mfa", EXACT, "ip", "ppt", ""), arguments("ip ppt mfa", EXACT, "ip ppt", "ppt", "ppt"),
				arguments("ip ppt mfa", EXACT, "pw", "mfa", ""), arguments("ip ppt mfa", EXACT, "any", "mfa", "any"),
				arguments("ip ppt mfa", EXACT, "mfa", "mfa", "mfa"),
				arguments("ip ppt mfa", MINIMUM, "ip", "ppt", "ppt"),
				arguments("ip ppt mfa", MINIMUM, "ip", "mfa", "mfa"),
				arguments("ip ppt mfa", MINIMUM, "mfa", "ppt", ""),
				arguments("ip ppt mfa", MINIMUM, "mfa ip", "ppt", "ppt"),
				arguments("ip ppt mfa", MINIMUM, "mfa alien", "ppt", ""),
				arguments("ip ppt mfa", MINIMUM, "alien", "mfa", ""), arguments("ip ppt mfa", MAXIMUM, "ip", "ppt", ""),
				arguments("ip ppt mfa", MAXIMUM, "ip", "ip", "ip"),
				arguments("ip ppt mfa", MAXIMUM, "mfa", "ppt", "ppt"),
				arguments("ip ppt mfa", MAXIMUM, "ip mfa", "ppt", "ppt"),
				arguments("ip ppt mfa", MAXIMUM, "ip alien", "ppt", ""),
				arguments("ip ppt mfa", MAXIMUM, "alien", "ip", ""),
				arguments("ip ppt mfa", BETTER, "ip", "ppt", "ppt"),
				arguments("ip ppt mfa", BETTER, "ppt", "mfa", "mfa"), arguments("ip ppt mfa", BETTER, "ppt", "ppt", ""),
				arguments("ip ppt mfa", BETTER, "mfa", "mfa", ""),
				arguments("ip ppt mfa", BETTER, "ip ppt", "mfa", "mfa"),
				arguments("ip ppt mfa", BETTER, "ip mfa", "ppt", ""),
				arguments("ip ppt mfa", BETTER, "ip alien", "mfa", ""),
				// The configuration ranks neither the plain password class nor "any".
				arguments("ppt", BETTER, "pw", "ppt", "ppt"), arguments("ppt", BETTER, "any", "ppt", "ppt"),
				arguments("ip ppt mfa", BETTER, "pw", "mfa", "mfa"), arguments("ip ppt mfa", BETTER, "pw", "ip", ""),
				arguments("ip ppt mfa", BETTER, "pw ppt", "ppt", ""),
				arguments("ip ppt mfa", BETTER, "any", "ip", "ip"), arguments("ip mfa", BETTER, "pw", "mfa", ""),
				arguments("ip ppt mfa", MINIMUM, "pw", "mfa", "mfa"), arguments("ip ppt mfa", MINIMUM, "pw", "ip", ""),
				arguments("ip ppt mfa", MAXIMUM, "pw", "ip", "ip"), arguments("ip ppt mfa", MAXIMUM, "pw", "ppt", ""),
				arguments("ip ppt mfa", MAXIMUM, "any", "ip", ""),
				// The configuration ranks the plain password class itself.
				arguments("pw ppt", MAXIMUM, "pw", "ppt", ""), arguments("pw ppt", BETTER, "pw", "ppt", "ppt"),
				arguments("pw ppt", MINIMUM, "ppt", "pw", ""), arguments("pw ppt", EXACT, "ppt", "pw", ""),
				// A class that the configuration does not rank equals only itself.
				arguments("ip ppt", EXACT, "card", "card", "card"),
				arguments("ip ppt", MINIMUM, "card", "card", "card"),
				arguments("ip ppt", MAXIMUM, "card", "card", "card"), arguments("ip ppt", BETTER, "card", "card", ""),
				arguments("ip ppt", MINIMUM, "ip", "card", ""), arguments("ip ppt", MAXIMUM, "ppt", "card", ""),
				arguments("ip ppt", BETTER, "ip", "card", ""), arguments("", EXACT, "ppt", "ppt", "ppt"));
	}

	@ParameterizedTest(name = "[{0}] {1} {2} by {3} -> {4}")
	@MethodSource("table")
	void whenComparedThenStated(String byStrength, Comparison comparison, String requested, String performed,
			String stated) {
		AuthnContextMatcher matcher = new AuthnContextMatcher(classes(byStrength));
		assertThat(matcher.match(classes(performed).getFirst(), requested(comparison, requested)).stream())
			.isEqualTo(classes(stated));
	}

	static Stream<Arguments> reach() {
		return Stream.of(arguments("ppt", EXACT, "ppt", true), arguments("ppt", EXACT, "mfa", false),
				arguments("ppt", EXACT, "mfa pw", true), arguments("ppt", MINIMUM, "pw", true),
				arguments("ppt", MAXIMUM, "mfa", false), arguments("ppt", BETTER, "ppt", false),
				arguments("ppt mfa", BETTER, "ppt", true), arguments("ppt mfa", BETTER, "mfa", false),
				arguments("ppt", BETTER, "pw", true), arguments("ppt", MAXIMUM, "pw", false),
				arguments("ppt mfa", MINIMUM, "mfa", true), arguments("ppt mfa", MAXIMUM, "alien", false));
	}

	@ParameterizedTest(name = "[{0}] {1} {2} -> {3}")
	@MethodSource("reach")
	void whenSomeAuthenticationWouldDoThenReachable(String byStrength, Comparison comparison, String requested,
			boolean reachable) {
		AuthnContextMatcher matcher = new AuthnContextMatcher(classes(byStrength));
		assertThat(matcher.reachable(requested(comparison, requested), classes(byStrength))).isEqualTo(reachable);
	}

	@Test
	void whenNothingIsAskedForThenWhatWasPerformed() {
		AuthnContextMatcher matcher = new AuthnContextMatcher(List.of());
		@Nullable RequestedAuthnContext nothing = null;
		assertThat(matcher.match("urn:x", nothing)).contains("urn:x");
		assertThat(matcher.reachable(nothing, List.of())).isTrue();
	}

	private static RequestedAuthnContext requested(Comparison comparison, String names) {
		return new RequestedAuthnContext(comparison, classes(names));
	}

	private static List<String> classes(String names) {
		return Arrays.stream(names.split(" "))
			.filter(name -> !name.isEmpty())
			.map(name -> CLASSES.getOrDefault(name, name))
			.toList();
	}

}
