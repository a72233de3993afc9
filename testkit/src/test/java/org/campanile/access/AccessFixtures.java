package org.campanile.access;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.protocol.ProtocolId;
import org.campanile.service.DisplayInfo;
import org.campanile.signon.AuthnContexts;

/**
 * Access rules for tests, with the services and users' factors that they decide about.
 */
public final class AccessFixtures {

	private AccessFixtures() {
	}

	/** Returns a rule for all services and users, named like its decision. */
	public static AccessRule rule(Decision decision) {
		return new AccessRule(decision.rule(), AccessRule.Scope.EVERYTHING, List.of(), decision);
	}

	/** Returns rules for all services and users; the first that applies decides. */
	public static AccessRules rules(InstantSource clock, Decision... decisions) {
		return new AccessRules(Arrays.stream(decisions).map(AccessFixtures::rule).toList(),
				AccessRules.Order.FIRST_MATCH, Set.of(), clock);
	}

	/**
	 * A class that one combination of factors satisfies, such as {@code password + code}.
	 */
	public static AuthnContexts.Definition definition(String authnClass, String factors) {
		return new AuthnContexts.Definition(authnClass, List.of(AuthnContexts.Combination.of(factors)));
	}

	/**
	 * A service without display data or address.
	 *
	 * @param ownRules the service's own rules; null for none
	 */
	public record PlainService(String id, ProtocolId protocol,
			@Nullable OwnRules ownRules) implements RestrictedService {

		public PlainService(String id, ProtocolId protocol) {
			this(id, protocol, null);
		}

		@Override
		public DisplayInfo display() {
			return DisplayInfo.NONE;
		}

		@Override
		public Optional<String> address() {
			return Optional.empty();
		}

	}

	/**
	 * A method that proves nothing; a password identifies users.
	 *
	 * @param ready whether users can prove it; null if it does not answer
	 */
	public record Method(FactorKind kind, @Nullable Boolean ready,
			boolean asksElsewhere) implements AuthenticationMethod {

		public Method(FactorKind kind, @Nullable Boolean ready) {
			this(kind, ready, false);
		}

		@Override
		public boolean identifies() {
			return kind.equals(FactorKind.PASSWORD);
		}

		@Override
		public boolean isReady(AuthenticatedUser user) throws MethodUnavailableException {
			if (ready == null) {
				throw new MethodUnavailableException("switched off", new IOException());
			}
			return ready;
		}

		@Override
		public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) {
			throw new AssertionError("nothing is proven here");
		}

	}

}
