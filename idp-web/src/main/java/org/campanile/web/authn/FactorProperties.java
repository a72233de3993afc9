package org.campanile.web.authn;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.throttle.ThrottleSettings;
import org.campanile.signon.AuthnContexts;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The settings for factors of every kind.
 *
 * @param throttle how many wrong tries are permitted
 * @param contexts the authentication context classes that services may ask for, the
 * weakest first, each with the factors that satisfy it; REFEDS SFA, a password over TLS
 * and REFEDS MFA if none are given
 */
@Validated
@ConfigurationProperties("campanile.authentication")
public record FactorProperties(@DefaultValue @Valid Throttle throttle,
		@DefaultValue List<Context> contexts) implements CheckedProperties {

	/**
	 * The number of wrong attempts that are permitted; half of them may come at once.
	 *
	 * @param userTries wrong tries at one account in a period, at most, by strangers from
	 * all addresses together; six tenths of them from one address, seven tenths from one
	 * IPv6 /48
	 * @param userPeriod the period for one account
	 * @param addressTries wrong and throttled tries from one address (IPv6: one /64
	 * network) in a period, at most
	 * @param addressPeriod the period for one address
	 * @param factorTries wrong tries at one kind of further factor of one user in a
	 * period, at most, over all nodes
	 * @param factorPeriod the period for one kind of further factor
	 * @param maxTracked how many usernames, accounts, shares of accounts and addresses,
	 * of each, are remembered
	 * @param knownBrowsers how long a browser is known to an account that signed in
	 * there; 0 for never
	 */
	public record Throttle(@DefaultValue("10") @Min(2) int userTries, @DefaultValue("1m") Duration userPeriod,
			@DefaultValue("60") @Min(2) int addressTries, @DefaultValue("1m") Duration addressPeriod,
			@DefaultValue("5") @Min(2) int factorTries, @DefaultValue("5m") Duration factorPeriod,
			@DefaultValue("100000") @Min(1) long maxTracked, @DefaultValue("90d") Duration knownBrowsers) {
	}

	/**
	 * An authentication context class.
	 *
	 * @param uri the class, as services ask for it
	 * @param factors what satisfies it: kinds of factors joined by {@code +}, {@code *}
	 * for any other kind; each entry suffices
	 */
	public record Context(@Nullable String uri, @DefaultValue List<String> factors) {

		private AuthnContexts.Definition definition(int index) {
			String key = "campanile.authentication.contexts[" + index + "]";
			String contextClass = uri;
			if (contextClass == null || contextClass.isBlank()) {
				throw new IllegalArgumentException(key + ".uri: missing; give the class that services ask for, such as "
						+ "https://refeds.org/profile/mfa");
			}
			if (factors.isEmpty()) {
				throw new IllegalArgumentException(
						key + ".factors: missing; give what satisfies the class, such as [password + *]");
			}
			return Faults.named(key, () -> new AuthnContexts.Definition(contextClass,
					factors.stream().map(AuthnContexts.Combination::of).toList()));
		}

	}

	/**
	 * Returns the authentication context classes with the factors that satisfy them.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	public AuthnContexts authnContexts() {
		if (contexts.isEmpty()) {
			return AuthnContexts.DEFAULTS;
		}
		AuthnContexts configured = new AuthnContexts(
				IntStream.range(0, contexts.size()).mapToObj(i -> contexts.get(i).definition(i)).toList());
		if (configured.state(List.of(new Factor(FactorKind.PASSWORD, Instant.EPOCH)), null).isEmpty()) {
			throw new IllegalArgumentException("campanile.authentication.contexts: none is satisfied by a password "
					+ "alone, so that nobody could sign in to a service that asks for nothing; "
					+ "give one whose factors are [password]");
		}
		return configured;
	}

	/**
	 * Returns the kinds in combinations that no method proves, each in one line with key,
	 * reason and remedy. Not a fault: the class is refused, and a method may be added
	 * later.
	 * @param available the kinds that can be proven
	 */
	List<String> unknownKinds(Collection<FactorKind> available) {
		List<String> lines = new ArrayList<>();
		for (int i = 0; i < contexts.size(); i++) {
			List<String> factors = contexts.get(i).factors();
			for (int j = 0; j < factors.size(); j++) {
				String key = "campanile.authentication.contexts[" + i + "].factors[" + j + "]";
				AuthnContexts.Combination.of(factors.get(j))
					.parts()
					.stream()
					.flatMap(part -> part.kind().stream())
					.filter(kind -> !available.contains(kind))
					.map(kind -> key + ": there is no method for '" + kind + "', so that nobody satisfies it; "
							+ "correct it to one of " + available + ", or remove it")
					.forEach(lines::add);
			}
		}
		return lines;
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::authnContexts);
		faults.check(this::checkKnownBrowsers);
		// The constraint reports limits that are too low.
		faults.check(() -> limit("user", Math.max(2, throttle.userTries()), throttle.userPeriod()));
		faults.check(() -> limit("address", Math.max(2, throttle.addressTries()), throttle.addressPeriod()));
		faults.check(() -> limit("factor", Math.max(2, throttle.factorTries()), throttle.factorPeriod()));
	}

	private void checkKnownBrowsers() {
		if (throttle.knownBrowsers().isNegative()) {
			throw new IllegalArgumentException(
					"campanile.authentication.throttle.known-browsers: negative; give 0 or more");
		}
	}

	/**
	 * The settings of the throttle.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	public ThrottleSettings throttleSettings() {
		return new ThrottleSettings(limit("user", throttle.userTries(), throttle.userPeriod()),
				limit("address", throttle.addressTries(), throttle.addressPeriod()),
				limit("factor", throttle.factorTries(), throttle.factorPeriod()), throttle.maxTracked());
	}

	private static ThrottleSettings.Limit limit(String of, int tries, Duration period) {
		return Faults.named("campanile.authentication.throttle." + of + "-tries, " + of + "-period",
				() -> new ThrottleSettings.Limit(tries, period));
	}

}
