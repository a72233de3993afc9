package org.campanile.demo.service;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.campanile.signon.AuthnContexts;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;

/** The ways to sign in that the demo offers. */
enum SignInKind {

	/** The usual way, by HTTP-Redirect. */
	REDIRECT(options -> options),
	/** The request is sent by HTTP-POST. */
	POST(options -> options),
	/** The request has ForceAuthn. */
	FORCED(AuthnRequestOptions::withForceAuthn),
	/** The request must be answered without showing the user anything. */
	PASSIVE(AuthnRequestOptions::withPassive),
	/** The request asks for two factors, by the profile of REFEDS. */
	MFA(options -> options
		.withAuthnContext(new RequestedAuthnContext(Comparison.EXACT, List.of(AuthnContexts.REFEDS_MFA))));

	private final UnaryOperator<AuthnRequestOptions> wish;

	SignInKind(UnaryOperator<AuthnRequestOptions> wish) {
		this.wish = wish;
	}

	/** The options of the request. */
	AuthnRequestOptions options() {
		return wish.apply(AuthnRequestOptions.PLAIN.withRelayState(word()));
	}

	/** Returns the name of the kind in URLs. */
	String word() {
		return name().toLowerCase(Locale.ROOT);
	}

	static Optional<SignInKind> of(String word) {
		return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
	}

}
