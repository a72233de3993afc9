package org.campanile.web.attribute;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.attribute.ValuePattern;
import org.campanile.release.AttributeSelection;
import org.campanile.release.ReleaseBundle.Category;
import org.campanile.release.ReleaseRule;
import org.campanile.release.ReleaseRule.Effect;
import org.campanile.release.ServiceMatcher;
import org.campanile.release.ValueFilter;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.Faults;

/**
 * A rule of the release policy.
 *
 * @param name names it where its decisions are shown; without it {@code rule} with its
 * number, counted from 1
 * @param effect whether it permits or denies: {@code permit} or {@code deny}
 * @param services the services it speaks of, by entityID; {@code *} for all
 * @param servicesMatching a regular expression for further entityIDs, in RE2 syntax,
 * matched as a whole
 * @param categories entity categories of further services: a name such as
 * {@code research-and-scholarship} or {@code code-of-conduct}, or a URI
 * @param registrars registrars of further services: the URI that metadata states as
 * {@code registrationAuthority}
 * @param attributes the attributes it speaks of, by id; {@code *} for all,
 * {@code requested} for those the service's metadata asks for
 * @param bundle the attributes of a built-in bundle, in place of {@code attributes}
 * @param onlyRequired with {@code requested}, only those that metadata marks as required
 * @param values the values it is limited to
 * @param valuesMatching a regular expression for further values, in RE2 syntax, matched
 * as a whole
 */
public record ReleaseRuleProperties(@Nullable String name, @DefaultValue("permit") Effect effect,
		@DefaultValue List<String> services, @Nullable String servicesMatching, @DefaultValue List<String> categories,
		@DefaultValue List<String> registrars, @DefaultValue List<String> attributes, @Nullable String bundle,
		@DefaultValue("false") boolean onlyRequired, @DefaultValue List<String> values,
		@Nullable String valuesMatching) {

	private static final String ALL = "*";

	private static final String REQUESTED = "requested";

	private static final Map<String, Set<String>> CATEGORIES = Map.of("research-and-scholarship",
			Set.of(Category.RESEARCH_AND_SCHOLARSHIP), "code-of-conduct",
			Set.of(Category.CODE_OF_CONDUCT_V1, Category.CODE_OF_CONDUCT_V2), "code-of-conduct-v1",
			Set.of(Category.CODE_OF_CONDUCT_V1), "code-of-conduct-v2", Set.of(Category.CODE_OF_CONDUCT_V2), "anonymous",
			Set.of(Category.ANONYMOUS), "pseudonymous", Set.of(Category.PSEUDONYMOUS), "personalized",
			Set.of(Category.PERSONALIZED));

	ReleaseRule rule(String key, String defaultName, Set<String> attributeIds) {
		ValueFilter filter = new ValueFilter(Set.copyOf(values), patterns(key + ".values-matching", valuesMatching));
		return new ReleaseRule(name != null ? name : defaultName, effect, matcher(key), selection(key, attributeIds),
				filter);
	}

	void check(String key, Optional<Set<String>> attributeIds, Faults faults) {
		faults.check(() -> patterns(key + ".values-matching", valuesMatching));
		faults.check(() -> matcher(key));
		// Without the ids, names cannot be checked; everything else can.
		faults.check(() -> selection(key, attributeIds.orElseGet(() -> Set.copyOf(attributes))));
		attributeIds.filter(known -> !attributes.contains(ALL) && !attributes.contains(REQUESTED))
			.ifPresent(known -> attributes
				.forEach(id -> faults.check(() -> Faults.requireAttribute(key + ".attributes", id, known))));
	}

	private ServiceMatcher matcher(String key) {
		ServiceMatcher matcher = serviceMatcher(key, services, servicesMatching, categories, registrars);
		if (matcher.isEmpty()) {
			throw new IllegalArgumentException(key + ".services: the rule speaks of no service; name some, a category "
					+ "or a registrar, or \"*\" for all");
		}
		return matcher;
	}

	private AttributeSelection selection(String key, Set<String> attributeIds) {
		if (onlyRequired && !attributes.equals(List.of(REQUESTED))) {
			throw new IllegalArgumentException(
					key + ".only-required: it goes with attributes: [requested] alone; remove it");
		}
		if (bundle != null && attributes.isEmpty()) {
			return ReleaseProperties.bundle(key + ".bundle", bundle).attributes();
		}
		if (bundle != null || attributes.isEmpty()) {
			throw new IllegalArgumentException(
					key + ".attributes: the rule needs either attributes or a bundle; give one of the two");
		}
		if (attributes.contains(ALL) || attributes.contains(REQUESTED)) {
			if (attributes.size() > 1) {
				throw new IllegalArgumentException(
						key + ".attributes: \"*\" and requested stand alone; write a rule of its own for the others");
			}
			return attributes.contains(ALL) ? new AttributeSelection.Every()
					: new AttributeSelection.Requested(onlyRequired);
		}
		attributes.forEach(id -> Faults.requireAttribute(key + ".attributes", id, attributeIds));
		return new AttributeSelection.Named(Set.copyOf(attributes));
	}

	/**
	 * The services that a rule applies to, which may be none.
	 * @param key the prefix of the rule's keys
	 * @param services their ids; {@code *} for all
	 * @param matching a regular expression for further ids
	 * @param categories names or URIs of entity categories of further services
	 * @param registrars URIs of registrars of further services
	 * @throws IllegalArgumentException for a fault; the message begins with the key
	 */
	public static ServiceMatcher serviceMatcher(String key, List<String> services, @Nullable String matching,
			List<String> categories, List<String> registrars) {
		Set<String> uris = new HashSet<>();
		for (String category : categories) {
			uris.addAll(categoryUris(key + ".categories", category));
		}
		for (String registrar : registrars) {
			if (!registrar.contains(":")) {
				throw new IllegalArgumentException(
						key + ".registrars: '" + registrar + "' is no URI such as https://www.incommon.org");
			}
		}
		List<ValuePattern> patterns = patterns(key + ".services-matching", matching);
		return services.contains(ALL) ? ServiceMatcher.EVERY
				: new ServiceMatcher(false, Set.copyOf(services), patterns, uris, Set.copyOf(registrars));
	}

	/**
	 * The pattern of an optional regular expression.
	 * @param regex in RE2 syntax, matched as a whole
	 * @throws IllegalArgumentException if it is none; the message begins with the key
	 */
	public static List<ValuePattern> patterns(String key, @Nullable String regex) {
		return regex == null ? List.of() : List.of(Faults.named(key, () -> ValuePattern.of(regex)));
	}

	/**
	 * The entity categories that a name or a URI stands for.
	 * @throws IllegalArgumentException if it is neither; the message begins with the key
	 */
	public static Set<String> categoryUris(String key, String category) {
		if (category.contains(":")) {
			return Set.of(category);
		}
		Set<String> uris = CATEGORIES.get(category);
		if (uris == null) {
			throw new IllegalArgumentException(key + ": '" + category + "' is neither a known category nor a URI"
					+ ConfiguredNames.suggestion(category, CATEGORIES.keySet()));
		}
		return uris;
	}

}
