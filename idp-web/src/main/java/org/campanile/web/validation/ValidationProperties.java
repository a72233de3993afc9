package org.campanile.web.validation;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.HomeFolder;
import org.campanile.authn.resolver.GuardedResolver;
import org.campanile.authn.resolver.UserCache;
import org.campanile.authn.resolver.UserResolver;
import org.campanile.factor.pin.Pins;
import org.campanile.http.Network;
import org.campanile.validation.Realm;
import org.campanile.validation.ValidationClients.Client;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.campanile.web.factor.FactorsProperties;

/**
 * The settings of the validation of passwords and codes for other systems.
 *
 * @param enabled whether {@code /validate/check} is there
 * @param listen a port of its own
 * @param defaultRealm the realm of users for whom the client names none; without a realm
 * of that name it is the users of the login
 * @param failureStep a refusal is answered at the next multiple of this time, so that the
 * time does not say why; more than the slowest directory takes
 * @param challengeLifetime how long the answer to a challenge is awaited
 * @param pin PINs that users choose
 * @param userCache users who were found before
 * @param clients the systems that may ask, by their names
 * @param realms the realms, by their names
 */
@Validated
@ConfigurationProperties("campanile.validation")
public record ValidationProperties(@DefaultValue("false") boolean enabled, @DefaultValue @Valid OwnPort listen,
		@DefaultValue("default") String defaultRealm, @DefaultValue("250ms") Duration failureStep,
		@DefaultValue("2m") Duration challengeLifetime, @DefaultValue Pin pin, @DefaultValue @Valid Cache userCache,
		@DefaultValue Map<String, @Valid ClientProperties> clients,
		@DefaultValue Map<String, @Valid RealmProperties> realms) implements CheckedProperties {

	private static final String PREFIX = "campanile.validation.";

	private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

	private static final Pattern DIGEST = Pattern.compile("[0-9a-fA-F]{64}");

	private static final Duration LONGEST_STEP = Duration.ofSeconds(5);

	private static final Duration LONGEST_CHALLENGE = Duration.ofMinutes(15);

	/**
	 * The settings of PINs that users choose, for realms that check them.
	 *
	 * @param minimumLength how many characters a new one needs, 4 to 32
	 */
	public record Pin(@DefaultValue("6") int minimumLength) {
	}

	/**
	 * The settings of the cache of users who were found before: name, place and
	 * attributes, never passwords.
	 *
	 * @param enabled whether they are kept
	 * @param maximumSize how many of a realm, at most
	 * @param timeToLive how long a change in the directory may go unnoticed
	 */
	public record Cache(@DefaultValue("false") boolean enabled, @DefaultValue("10000") @Min(1) long maximumSize,
			@DefaultValue("5m") Duration timeToLive) {
	}

	/**
	 * A system that may ask.
	 *
	 * @param tokenSha256 SHA-256 of its token in hexadecimal digits
	 * @param networks the addresses that it asks from; without any, all
	 * @param realms the realms that it may ask about; without any, all
	 * @param requestsPerMinute how many requests it may send a minute
	 * @param namesAddress whether its parameter {@code client} is believed to be the
	 * user's address
	 * @param encodesTwice whether it percent-encodes user and password before the form
	 * encodes them once more, as many clients of privacyIDEA do
	 * @param attributes the attributes of accepted users that it receives, by the names
	 * in the directory
	 */
	public record ClientProperties(@Nullable String tokenSha256, @DefaultValue List<String> networks,
			@DefaultValue List<String> realms, @DefaultValue("6000") @Min(1) int requestsPerMinute,
			@DefaultValue("false") boolean namesAddress, @DefaultValue("false") boolean encodesTwice,
			@DefaultValue List<String> attributes) {

		private Client client(String name, String key) {
			if (!NAME.matcher(name).matches()) {
				throw new IllegalArgumentException(
						key + ": a client is named by small letters, digits and hyphens; choose another name");
			}
			if (tokenSha256 == null || !DIGEST.matcher(tokenSha256).matches()) {
				throw new IllegalArgumentException(key + ".token-sha256: not the SHA-256 of a token; create a token "
						+ "with openssl rand -hex 32, and its digest with printf %s TOKEN | sha256sum");
			}
			return new Client(name, HexFormat.of().parseHex(tokenSha256),
					networks.stream().map(text -> Faults.named(key + ".networks", () -> Network.of(text))).toList(),
					Set.copyOf(realms), requestsPerMinute, namesAddress);
		}

		/** Omits the digest. */
		@Override
		public String toString() {
			return "ClientProperties[realms=" + realms + "]";
		}

	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(() -> listen.check(context.home()));
		faults.check(this::checkTimes);
		faults.check(this::pinSettings);
		realms.forEach((name, realm) -> {
			if (enabled && realm.check().takesPin() && !context.isOn(FactorsProperties.ENABLED)) {
				faults.add(key(name) + "check: PINs are kept with the factors, which are off; set "
						+ FactorsProperties.ENABLED + ": true or check something else");
			}
			if (enabled && realm.check().takesPin() && !realm.ofLogin() && !realm.samePeople()) {
				faults.add(key(name) + "check: users choose PINs at the account page, which those of this realm have "
						+ "not; set same-people: true if they are the users of the login, or check something else");
			}
		});
		faults.check(this::clientList);
		realms.forEach((name, realm) -> {
			faults.check(() -> requireName(name));
			faults.value(() -> realm.resolver(name, key(name), context.home(), InstantSource.system()))
				.ifPresent(resolver -> resolver.ifPresent(UserResolver::close));
		});
		clients.forEach((name, client) -> client.realms().forEach(realm -> {
			if (!realms.containsKey(realm) && !realm.equals(defaultRealm)) {
				faults.add(PREFIX + "clients." + name + ".realms: there is no realm " + realm
						+ "; add it to campanile.validation.realms or correct the name");
			}
		}));
	}

	private void checkTimes() {
		if (failureStep.isNegative() || failureStep.compareTo(LONGEST_STEP) > 0) {
			throw new IllegalArgumentException(PREFIX + "failure-step: give 0 to 5s");
		}
		if (!challengeLifetime.isPositive() || challengeLifetime.compareTo(LONGEST_CHALLENGE) > 0) {
			throw new IllegalArgumentException(PREFIX + "challenge-lifetime: give more than 0 and at most 15m");
		}
		Faults.requirePositive(PREFIX + "user-cache.time-to-live", userCache.timeToLive());
		requireName(defaultRealm);
	}

	/**
	 * Returns the rules for PINs that users may choose; none where no realm checks PINs.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	Pins.Settings pinSettings() {
		boolean offered = realms.values().stream().anyMatch(realm -> realm.check().takesPin());
		return Faults.named(PREFIX + "pin.minimum-length", () -> new Pins.Settings(offered, pin.minimumLength()));
	}

	/** Requires a name without a dot, so that no mail address ends with a realm. */
	private static void requireName(String name) {
		if (!NAME.matcher(name).matches()) {
			throw new IllegalArgumentException(
					key(name) + " is no realm's name: small letters, digits and hyphens; choose another name");
		}
	}

	private static String key(String realm) {
		return PREFIX + "realms." + realm + '.';
	}

	/**
	 * The clients.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	List<Client> clientList() {
		List<Client> list = new ArrayList<>();
		clients.forEach((name, client) -> list.add(client.client(name, PREFIX + "clients." + name)));
		return list;
	}

	/**
	 * Creates the realms without connecting, the default one first.
	 * @param login the users of the login
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	Map<String, Realm> open(UserResolver login, Duration loginTimeout, HomeFolder home, InstantSource clock,
			MeterRegistry meters) {
		Map<String, Realm> open = new LinkedHashMap<>();
		UserResolver guardedLogin = new GuardedResolver(login, loginTimeout, 64, clock, meters);
		if (!realms.containsKey(defaultRealm)) {
			open.put(defaultRealm, new Realm(defaultRealm, guardedLogin, cache(defaultRealm, clock, meters),
					Realm.Check.PASSWORD_AND_OTP, 6, false, true));
		}
		realms.forEach((name, realm) -> {
			Optional<UserResolver> own = realm.resolver(name, key(name), home, clock);
			open.put(name, new Realm(name,
					own.<UserResolver>map(
							users -> new GuardedResolver(users, realm.timeout(), realm.maxConcurrent(), clock, meters))
						.orElse(guardedLogin),
					cache(name, clock, meters), realm.check(), realm.codeDigits(), realm.challenge(),
					realm.ofLogin() || realm.samePeople()));
		});
		return open;
	}

	private UserCache cache(String realm, InstantSource clock, MeterRegistry meters) {
		Set<String> told = clients.values()
			.stream()
			.flatMap(client -> client.attributes().stream())
			.collect(Collectors.toSet());
		return userCache.enabled()
				? UserCache.of(realm, told, userCache.maximumSize(), userCache.timeToLive(), clock, meters)
				: UserCache.OFF;
	}

}
