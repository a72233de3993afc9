package org.campanile.web.saml;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.attribute.ValuePattern;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.relyingparty.EncryptionAlgorithm;
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
	 * @param encryptionAlgorithm how assertions are encrypted if metadata lists no
	 * allowed algorithm; left out, {@code aes128-gcm}
	 * @param requireSignedRequests whether unsigned requests are refused; left out,
	 * metadata decides
	 * @param allowSha1Signatures whether requests signed with SHA-1 are accepted
	 * @param allowInclusiveCanonicalization whether requests are accepted whose signature
	 * names inclusive canonicalization
	 * @param nameIdFormats name identifier formats in order of preference:
	 * {@code transient}, {@code persistent}, {@code email-address}, {@code unspecified}
	 * or a URI; their sources need not be released
	 * @param nameIdSource the id of the attribute that is the name identifier, without
	 * qualifiers, in any format but {@code transient}
	 * @param release ids of attributes released besides what the release policy grants
	 * @param withhold ids of attributes never released
	 * @param assertionLifetime how long an assertion may be consumed, at most 5 minutes
	 * @param sessionLifetime the maximum session lifetime communicated to the service;
	 * {@code 0s} communicates none
	 */
	public record Service(@Nullable String match, @Nullable String pattern, @Nullable Boolean enabled,
			@Nullable Boolean signAssertion, @Nullable EncryptionPolicy encryption,
			@Nullable EncryptionAlgorithm encryptionAlgorithm, @Nullable Boolean requireSignedRequests,
			@Nullable Boolean allowSha1Signatures, @Nullable Boolean allowInclusiveCanonicalization,
			@DefaultValue List<String> nameIdFormats, @Nullable String nameIdSource, @DefaultValue Set<String> release,
			@DefaultValue Set<String> withhold, @Nullable Duration assertionLifetime,
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

	/** Returns the ids of the attributes that are the name identifiers of services. */
	Set<String> nameIdSources() {
		return services.stream()
			.flatMap(service -> Stream.ofNullable(service.nameIdSource()))
			.collect(Collectors.toUnmodifiableSet());
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		for (int i = 0; i < services.size(); i++) {
			String key = key(i);
			Service service = services.get(i);
			faults.check(() -> matches(key, service));
			faults.check(() -> assertionLifetime(key, service));
			faults.check(() -> sessionLifetime(key, service));
			int index = i;
			faults.check(() -> requireSource(index));
			context.attributeIds().ifPresent(known -> {
				Optional.ofNullable(service.nameIdSource())
					.ifPresent(id -> faults.check(() -> Faults.requireAttribute(key + ".name-id-source", id, known)));
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

	private static Optional<Duration> sessionLifetime(String key, Service service) {
		Optional<Duration> lifetime = Optional.ofNullable(service.sessionLifetime());
		if (lifetime.filter(Duration::isNegative).isPresent()) {
			throw new IllegalArgumentException(key + ".session-lifetime: must not be negative; give 0s to announce no "
					+ "end, or remove it to announce that of the session");
		}
		return lifetime;
	}

	private static RelyingPartyOverride override(String key, Service service) {
		return new RelyingPartyOverride(matches(key, service), Optional.ofNullable(service.enabled()),
				Optional.ofNullable(service.signAssertion()), Optional.ofNullable(service.encryption()),
				Optional.ofNullable(service.encryptionAlgorithm()),
				Optional.ofNullable(service.requireSignedRequests()),
				Optional.ofNullable(service.allowSha1Signatures()),
				Optional.ofNullable(service.allowInclusiveCanonicalization()), formats(key, service.nameIdFormats()),
				Optional.ofNullable(service.nameIdSource()), service.release(), service.withhold(),
				assertionLifetime(key, service), sessionLifetime(key, service));
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

	/** Only with a source can a format other than the four be used. */
	private void requireSource(int index) {
		String key = key(index);
		Optional<String> unknown = formats(key, services.get(index).nameIdFormats()).stream()
			.filter(format -> !NameIdProperties.FORMATS.containsValue(format) && !format.equals(NameId.UNSPECIFIED_2_0))
			.findFirst();
		if (unknown.isPresent() && !hasSource(index)) {
			throw new IllegalArgumentException(
					key + ".name-id-formats: no identifier can be made in the format " + unknown.get()
							+ "; name the attribute with its value in " + key + ".name-id-source, or remove it");
		}
	}

	/** Whether the entry, or another that may match the same service, names a source. */
	private boolean hasSource(int index) {
		return IntStream.range(0, services.size())
			.filter(i -> services.get(i).nameIdSource() != null)
			.anyMatch(i -> i == index || mayOverlap(index, i));
	}

	/** Whether both entries may match one service; two patterns are not compared. */
	private boolean mayOverlap(int one, int other) {
		String match = services.get(one).match();
		String otherMatch = services.get(other).match();
		if (match != null) {
			return matches(key(other), services.get(other)).test(match);
		}
		return otherMatch == null || matches(key(one), services.get(one)).test(otherMatch);
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
