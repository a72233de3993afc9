package org.campanile.directory;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPException;

/**
 * A search filter in which {@code {user}} or {@code {login}} stand for the name typed.
 * The filter is parsed once; the typed name replaces the placeholder inside one assertion
 * value of the parsed tree, so it can never change the filter's structure. Immutable.
 */
public final class FilterTemplate {

	/**
	 * The name as typed, or its part before {@code @} depending on the login method.
	 */
	public static final String USER = "{user}";

	/** The whole login name with its domain. */
	public static final String LOGIN = "{login}";

	private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_;-]*)}");

	private final Filter template;

	private FilterTemplate(Filter template) {
		this.template = template;
	}

	/**
	 * Parses a filter (RFC 4515).
	 * @throws IllegalArgumentException if it is not a filter, has no placeholder, or has
	 * one outside a value
	 */
	public static FilterTemplate parse(String text) {
		Filter parsed;
		try {
			parsed = Filter.create(text);
		}
		catch (LDAPException ex) {
			throw new IllegalArgumentException("'" + text + "' is not a search filter: " + Reasons.of(ex), ex);
		}
		FilterTemplate template = new FilterTemplate(parsed);
		// A filter without a usable placeholder is not changed by filling it.
		if (template.fill(Map.of(USER, "a", LOGIN, "a")).equals(parsed)) {
			throw new IllegalArgumentException(
					"'" + text + "' does not compare anything with the name typed; write {user} as a value");
		}
		return template;
	}

	/**
	 * Parses a filter in which {@code {name}} stands for a parameter of any name.
	 * @throws IllegalArgumentException if it is not a filter, has no placeholder, or has
	 * one outside a value
	 */
	public static FilterTemplate withParameters(String text) {
		Set<String> names = parameters(text);
		if (names.isEmpty()) {
			throw new IllegalArgumentException(
					"'" + text + "' does not compare anything with the user; write {username} as a value");
		}
		try {
			FilterTemplate template = new FilterTemplate(Filter.create(text));
			Map<String, String> sample = new HashMap<>();
			names.forEach(name -> sample.put('{' + name + '}', "a"));
			if (PLACEHOLDER.matcher(template.fill(sample).toString()).find()) {
				throw new IllegalArgumentException(
						"'" + text + "' has a placeholder outside a value; write it after =, as in (uid={username})");
			}
			return template;
		}
		catch (LDAPException ex) {
			throw new IllegalArgumentException("'" + text + "' is not a search filter: " + Reasons.of(ex), ex);
		}
	}

	/** The parameter names in braces. */
	public static Set<String> parameters(String text) {
		return PLACEHOLDER.matcher(text)
			.results()
			.map(found -> found.group(1))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	Filter fill(Map<String, String> values) {
		return fill(template, values);
	}

	private static Filter fill(Filter filter, Map<String, String> values) {
		byte type = filter.getFilterType();
		if (type == Filter.FILTER_TYPE_AND) {
			return Filter.createANDFilter(fill(filter.getComponents(), values));
		}
		if (type == Filter.FILTER_TYPE_OR) {
			return Filter.createORFilter(fill(filter.getComponents(), values));
		}
		Filter negated = filter.getNOTComponent();
		if (negated != null) {
			return Filter.createNOTFilter(fill(negated, values));
		}
		String value = filter.getAssertionValue();
		return value == null ? filter : compare(filter, fill(value, values));
	}

	/** Returns the same comparison with another value. */
	private static Filter compare(Filter filter, String value) {
		String attribute = filter.getAttributeName();
		if (filter.getFilterType() == Filter.FILTER_TYPE_EXTENSIBLE_MATCH) {
			return Filter.createExtensibleMatchFilter(attribute, filter.getMatchingRuleID(), filter.getDNAttributes(),
					value);
		}
		if (attribute == null) {
			return filter;
		}
		return switch (filter.getFilterType()) {
			case Filter.FILTER_TYPE_EQUALITY -> Filter.createEqualityFilter(attribute, value);
			case Filter.FILTER_TYPE_APPROXIMATE_MATCH -> Filter.createApproximateMatchFilter(attribute, value);
			// Ordering and substring matches identify no user.
			default -> filter;
		};
	}

	/**
	 * Returns the conditions that the filter imposes on an entry whatever name is typed,
	 * such as that an account is in use: comparisons with the name are taken as
	 * fulfilled.
	 */
	Filter conditions() {
		return conditions(template);
	}

	private static Filter conditions(Filter filter) {
		byte type = filter.getFilterType();
		if (type == Filter.FILTER_TYPE_AND) {
			return Filter.createANDFilter(conditions(filter.getComponents()));
		}
		if (type == Filter.FILTER_TYPE_OR) {
			return Filter.createORFilter(conditions(filter.getComponents()));
		}
		// A filled filter differs exactly if it compares something with the name.
		return fill(filter, Map.of(USER, "", LOGIN, "")).equals(filter) ? filter
				: Filter.createPresenceFilter("objectClass");
	}

	private static List<Filter> conditions(Filter[] filters) {
		return Arrays.stream(filters).map(FilterTemplate::conditions).toList();
	}

	private static List<Filter> fill(Filter[] filters, Map<String, String> values) {
		return Arrays.stream(filters).map(part -> fill(part, values)).toList();
	}

	/**
	 * Fills one value. A typed name that looks like a placeholder is not filled again.
	 */
	static String fill(String value, Map<String, String> values) {
		return PLACEHOLDER.matcher(value)
			.replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(), found.group())));
	}

	@Override
	public String toString() {
		return template.toString();
	}

}
