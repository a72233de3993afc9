package org.campanile.web.saml;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.attribute.ValuePattern;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Local settings of individual services.
 *
 * @param services overrides, applied in order to every service they match; the later one
 * wins
 */
@ConfigurationProperties("campanile")
public record ServicesProperties(@DefaultValue List<@Valid Service> services) implements CheckedProperties {

	/** The upper limit of an assertion's lifetime. */
	private static final Duration MAX_ASSERTION_LIFETIME = Duration.ofMinutes(5);

	public ServicesProperties {
		services = List.copyOf(services);
	}

	/**
	 * An override: exactly one of {@code match} and {@code pattern}, and the settings of
	 * the services it matches.
	 *
	 * @param match the entityID of one service, exactly
	 * @param pattern a regular expression, in RE2 syntax, that the whole entityID must
	 * match
	 * @param enabled whether the service is served at all
	 * @param signAssertion whether the assertion is signed as well as the response; left
	 * out, metadata decides
	 * @param encryption {@code auto}: whenever metadata holds a key; {@code required}:
	 * without a key there is an error; {@code never}
	 * @param requireSignedRequests whether unsigned requests are refused; left out,
	 * metadata decides
	 * @param allowSha1Signatures whether requests signed with SHA-1 are accepted
	 * @param allowInclusiveCanonicalization whether requests are accepted whose signature
	 * names inclusive canonicalization
	 * @param nameIdFormats name identifier formats in order of preference:
	 * {@code transient}, {@code persistent}, {@code email-address}, {@code unspecified}
	 * or a URI
	 * @param release ids of attributes released besides what the release policy grants
	 * @param withhold ids of attributes never released
	 * @param assertionLifetime how long an assertion may be consumed, at most 5 minutes
	 * @param sessionLifetime the maximum session lifetime communicated to the service
	 */
	public record Service(@Nullable String match, @Nullable String pattern, @Nullable Boolean enabled,
			@Nullable Boolean signAssertion, @Nullable EncryptionPolicy encryption,
			@Nullable Boolean requireSignedRequests, @Nullable Boolean allowSha1Signatures,
			@Nullable Boolean allowInclusiveCanonicalization, @DefaultValue List<String> nameIdFormats,
			@DefaultValue Set<String> release, @DefaultValue Set<String> withhold, @Nullable Duration assertionLifetime,
			@Nullable Duration sessionLifetime) {

		public Service {
			nameIdFormats = List.copyOf(nameIdFormats);
			release = Set.copyOf(release);
			withhold = Set.copyOf(withhold);
		}

	}

	/**
	 * The overrides, in order.
	 * @throws IllegalArgumentException with key, reason and remedy
	 */
	public List<RelyingPartyOverride> overrides() {
		List<RelyingPartyOverride> overrides = new ArrayList<>();
		for (int i = 0; i < services.size(); i++) {
			overrides.add(override(key(i), services.get(i)));
		}
		return List.copyOf(overrides);
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		for (int i = 0; i < services.size(); i++) {
			String key = key(i);
			Service service = services.get(i);
			faults.check(() -> matches(key, service));
			faults.check(() -> assertionLifetime(key, service));
			faults.check(() -> Faults.requirePositive(key + ".session-lifetime", service.sessionLifetime()));
			faults.check(() -> formats(key, service.nameIdFormats()));
			context.attributeIds().ifPresent(known -> {
				service.release()
					.stream()
					.sorted()
					.forEach(id -> faults.check(() -> Faults.requireAttribute(key + ".release", id, known)));
				service.withhold()
					.stream()
					.sorted()
					.forEach(id -> faults.check(() -> Faults.requireAttribute(key + ".withhold", id, known)));
			});
		}
	}

	public static String key(int index) {
		return "campanile.services[" + index + "]";
	}

	private static Optional<Duration> assertionLifetime(String key, Service service) {
		Faults.requirePositive(key + ".assertion-lifetime", service.assertionLifetime());
		Optional<Duration> lifetime = Optional.ofNullable(service.assertionLifetime());
		if (lifetime.filter(given -> given.compareTo(MAX_ASSERTION_LIFETIME) > 0).isPresent()) {
			throw new IllegalArgumentException(
					key + ".assertion-lifetime: an assertion may be consumed for 5m at most; shorten it");
		}
		return lifetime;
	}

	private static RelyingPartyOverride override(String key, Service service) {
		Faults.requirePositive(key + ".session-lifetime", service.sessionLifetime());
		return new RelyingPartyOverride(matches(key, service), Optional.ofNullable(service.enabled()),
				Optional.ofNullable(service.signAssertion()), Optional.ofNullable(service.encryption()),
				Optional.ofNullable(service.requireSignedRequests()),
				Optional.ofNullable(service.allowSha1Signatures()),
				Optional.ofNullable(service.allowInclusiveCanonicalization()), formats(key, service.nameIdFormats()),
				service.release(), service.withhold(), assertionLifetime(key, service),
				Optional.ofNullable(service.sessionLifetime()));
	}

	private static Predicate<String> matches(String key, Service service) {
		String match = service.match();
		String pattern = service.pattern();
		if (match != null && !match.isBlank() && pattern == null) {
			return match::equals;
		}
		if (match != null || pattern == null || pattern.isBlank()) {
			throw new IllegalArgumentException(
					key + ": must have either match or pattern, and not both; give match (an entityID) or pattern (a "
							+ "regular expression)");
		}
		try {
			return ValuePattern.of(pattern)::matches;
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					key + ".pattern: " + ex.getMessage() + "; use match for an exact entityID", ex);
		}
	}

	private static List<String> formats(String key, List<String> names) {
		return names.stream().map(name -> switch (name) {
			case "transient" -> NameId.TRANSIENT;
			case "persistent" -> NameId.PERSISTENT;
			case "email", "email-address" -> NameId.EMAIL_ADDRESS;
			case "unspecified" -> NameId.UNSPECIFIED;
			default -> {
				if (!name.contains(":")) {
					throw new IllegalArgumentException(key + ".name-id-formats: " + name
							+ " is unknown; use transient, persistent, email-address, unspecified or a URI");
				}
				yield name;
			}
		}).toList();
	}

}
