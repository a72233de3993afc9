package org.campanile.web.consent;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.consent.Consent;
import org.campanile.consent.ConsentPolicy;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The settings of which users are asked what a service may receive about them.
 *
 * @param enabled whether anybody is asked
 * @param rules the first that concerns a service decides; without any, users are asked at
 * every service
 */
@Validated
@ConfigurationProperties("campanile.consent")
public record ConsentProperties(@DefaultValue("false") boolean enabled,
		@DefaultValue List<@Valid Rule> rules) implements CheckedProperties {

	private static final String RULES = "campanile.consent.rules";

	private static final Duration LIFETIME = Duration.ofDays(365);

	/**
	 * A rule.
	 *
	 * @param name its name where it is shown; without it {@code rule} with its number,
	 * counted from 1
	 * @param ask whether users of these services are asked
	 * @param protocols the protocols it applies to; without any, all
	 * @param services the services it applies to, by id; without any, all
	 * @param servicesMatching a regular expression for further ids, in RE2 syntax,
	 * matched as a whole
	 * @param categories entity categories of further services: a name or a URI
	 * @param registrars registrars of further services: the URI that metadata states as
	 * {@code registrationAuthority}
	 * @param choices when a user may want to be asked again; the first is preset
	 * @param optional ids of attributes that users may withhold
	 * @param exempt ids of attributes whose values may change without asking again
	 * @param lifetime after how long users are asked again in any case
	 */
	public record Rule(@Nullable String name, @DefaultValue("true") boolean ask, @DefaultValue List<String> protocols,
			@DefaultValue List<String> services, @Nullable String servicesMatching,
			@DefaultValue List<String> categories, @DefaultValue List<String> registrars, @DefaultValue( {
					"if-changed", "each-time", "never" }) List<Consent.Choice> choices,
			@DefaultValue List<String> optional, @DefaultValue List<String> exempt,
			@DefaultValue("365d") Duration lifetime){

		ConsentPolicy.Rule rule(String key, String unnamed, Optional<Set<String>> attributeIds) {
			if (choices.isEmpty()) {
				throw new IllegalArgumentException(key + ".choices: users choose one; name some, or remove it");
			}
			Faults.requirePositive(key + ".lifetime", lifetime);
			attributeIds.ifPresent(known -> {
				optional.forEach(id -> Faults.requireAttribute(key + ".optional", id, known));
				exempt.forEach(id -> Faults.requireAttribute(key + ".exempt", id, known));
			});
			return new ConsentPolicy.Rule(name == null ? unnamed : name,
					new AudienceSettings(protocols, services, servicesMatching, categories, registrars, Map.of())
						.audience(key, attributeIds),
					ask, choices.stream().distinct().toList(), Set.copyOf(optional), Set.copyOf(exempt), lifetime);
		}

	}

	/**
	 * The rules of the core.
	 * @param attributeIds the ids of all defined attributes; empty if they are not known
	 * @throws IllegalArgumentException for a fault; the message begins with the key
	 */
	ConsentPolicy policy(Optional<Set<String>> attributeIds) {
		Stream<ConsentPolicy.Rule> all = rules.isEmpty()
				? Stream.of(new ConsentPolicy.Rule("every service", EVERYBODY.audience(RULES, attributeIds), true,
						List.of(Consent.Choice.values()), Set.of(), Set.of(), LIFETIME))
				: IntStream.range(0, rules.size()).mapToObj(i -> rule(i, attributeIds));
		List<ConsentPolicy.Rule> made = all.toList();
		return enabled ? new ConsentPolicy(made) : ConsentPolicy.NONE;
	}

	private static final AudienceSettings EVERYBODY = new AudienceSettings(List.of(), List.of(), null, List.of(),
			List.of(), Map.of());

	private ConsentPolicy.Rule rule(int index, Optional<Set<String>> attributeIds) {
		return rules.get(index).rule(RULES + "[" + index + "]", "rule " + (index + 1), attributeIds);
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		IntStream.range(0, rules.size()).forEach(i -> faults.check(() -> rule(i, context.attributeIds())));
	}

}
