package org.campanile.web.cas.registry;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.access.RestrictedService.OwnRules;
import org.campanile.attribute.ValuePattern;
import org.campanile.cas.CasResponses;
import org.campanile.cas.CasService;
import org.campanile.cas.CasService.Logout;
import org.campanile.cas.CasService.Logout.Channel;
import org.campanile.cas.CasService.Proxying;
import org.campanile.cas.RegexReach;
import org.campanile.cas.ServiceUrl;
import org.campanile.cas.ServiceUrlPattern;
import org.campanile.release.PairwiseIds;
import org.campanile.service.DisplayInfo;
import org.campanile.service.DisplayInfo.Logo;
import org.campanile.service.Service;
import org.campanile.web.access.AccessRuleProperties;
import org.campanile.web.attribute.ReleaseRuleProperties;
import org.campanile.web.cas.registry.ServiceFile.Entry;
import org.campanile.web.cas.registry.ServiceFile.Notes;
import org.campanile.web.config.Faults;
import org.campanile.web.config.YamlRecords;
import org.campanile.web.config.YamlRecords.Item;
import org.campanile.web.page.WebAddress;

/**
 * A service in a YAML file. Exactly one of {@code url}, {@code prefix} and
 * {@code pattern} is set.
 *
 * @param id its name in the registry; left out, that of the file, if it holds one service
 * @param url its URL
 * @param prefix the beginning of its URLs, up to the end of a segment of the path
 * @param pattern a regular expression for its URLs, in RE2 syntax, matched as a whole
 * @param order of several services that own a URL, the one with the lowest counts
 * @param name its name for users, in one language or several
 * @param description a sentence or two, likewise
 * @param logo an {@code https:} address, or a short {@code data:image/} one
 * @param informationUrl a page about it
 * @param privacyUrl its privacy statement
 * @param categories entity categories: names that release rules know, or URIs
 * @param release ids of attributes released besides what the release policy grants
 * @param withhold ids of attributes never released
 * @param attributeNames the names under which it receives attributes, by attribute id
 * @param usernameAttribute the attribute whose first value is the user's name
 * @param enabled whether it is served
 * @param logout how it is notified of a logout
 * @param proxy the permissions of the service as a proxy
 * @param access the rules of who may use it; without them the rules for all services
 * apply
 */
record ServiceProperties(@Nullable String id, @Nullable String url, @Nullable String prefix, @Nullable String pattern,
		@DefaultValue("0") int order, @DefaultValue Map<String, String> name,
		@DefaultValue Map<String, String> description, @Nullable String logo,
		@DefaultValue Map<String, String> informationUrl, @DefaultValue Map<String, String> privacyUrl,
		@DefaultValue List<String> categories, @DefaultValue Set<String> release, @DefaultValue Set<String> withhold,
		@DefaultValue Map<String, String> attributeNames, @Nullable String usernameAttribute,
		@DefaultValue("true") boolean enabled, @DefaultValue LogoutProperties logout,
		@DefaultValue ProxyProperties proxy, @Nullable List<AccessRuleProperties> access) {

	private static final YamlRecords<ServiceProperties> FILES = new YamlRecords<>(ServiceProperties.class,
			Set.of("name", "description", "information-url", "privacy-url", "informationUrl", "privacyUrl"),
			"docs/cas.md lists the keys of a service");

	/**
	 * The fault for an attribute that is made at each release, and is not among the
	 * attributes of a session.
	 */
	static final String NO_USERNAME = "'" + PairwiseIds.ID
			+ "' cannot be the user's name at a service; name another attribute, and release this one";

	/** What is wrong with a logo that no page would show. */
	static final String NO_LOGO = "is not " + WebAddress.IMAGES + ", so no logo is shown";

	/** The maximum length of a value in a message. */
	private static final int MAX_QUOTED = 100;

	/** The size of a logo if it is not known, in CSS pixels. */
	private static final int LOGO_SIZE = 48;

	private static final int MAX_ID = 200;

	/**
	 * The notification of a logout.
	 *
	 * @param channel from server to server, by the browser, or not at all
	 * @param url the destination; without it the service URL of the ticket
	 */
	record LogoutProperties(@DefaultValue("back") Channel channel, @Nullable String url) {
	}

	/**
	 * The permissions of the service as a proxy.
	 *
	 * @param callbacks https URLs below which it may receive proxy-granting tickets
	 * @param callbackPattern a regular expression for further ones, in RE2 syntax,
	 * matched as a whole
	 * @param accept whether it accepts tickets that proxies present
	 */
	record ProxyProperties(@DefaultValue List<String> callbacks, @Nullable String callbackPattern,
			@DefaultValue("false") boolean accept) {
	}

	/** The services of a file. */
	static List<Entry> read(String file, byte[] content, ServiceContext context, Notes notes) {
		List<Entry> entries = new ArrayList<>();
		try {
			List<Item<ServiceProperties>> items = FILES.read(file, content);
			String name = items.size() == 1 ? file.replaceFirst("\\.ya?ml$", "") : null;
			for (Item<ServiceProperties> item : items) {
				item.faults().forEach(fault -> notes.fault(item.place().of(key(fault)), fault));
				if (item.value() != null) {
					new Reading(item, item.value(), name, context, notes).entry().ifPresent(entries::add);
				}
			}
		}
		catch (IllegalArgumentException ex) {
			notes.fault(file, String.valueOf(ex.getMessage()).replaceFirst("^\\Q" + file + "\\E: ", ""));
		}
		return entries;
	}

	/** Returns the key at the beginning of a fault. */
	private static String key(String fault) {
		int end = fault.indexOf(": ");
		return end < 0 ? "" : fault.substring(0, end);
	}

	/**
	 * Makes the service. Used once.
	 *
	 * @param name its id if it has none of its own; null if there is no such name
	 */
	private record Reading(Item<ServiceProperties> item, ServiceProperties given, @Nullable String name,
			ServiceContext context, Notes notes) {

		private Optional<Entry> entry() {
			Optional<String> id = value(this::id);
			Optional<ServiceUrlPattern> urls = value(this::urls);
			given.release().stream().sorted().forEach(each -> attribute("release", each));
			given.withhold().stream().sorted().forEach(each -> attribute("withhold", each));
			given.attributeNames().keySet().forEach(each -> attribute("attribute-names." + each, each));
			given.attributeNames().forEach((each, name) -> value(() -> attributeName(each, name)));
			Optional.ofNullable(given.usernameAttribute()).ifPresent(this::usernameAttribute);
			DisplayInfo display = display();
			Set<String> categories = new HashSet<>();
			given.categories()
				.forEach(each -> value(() -> ReleaseRuleProperties.categoryUris("categories", each))
					.ifPresent(categories::addAll));
			Optional<Logout> logout = value(this::logout);
			Optional<Proxying> proxying = value(this::proxying);
			OwnRules ownRules = ownRules(id.orElse(""));
			if (id.isEmpty() || urls.isEmpty() || logout.isEmpty() || proxying.isEmpty()) {
				return Optional.empty();
			}
			return Optional.of(new Entry(
					new CasService(id.get(), urls.get(), given.order(), display,
							categories.isEmpty() ? Map.of() : Map.of(Service.ENTITY_CATEGORY, categories),
							given.enabled(), given.release(), given.withhold(), given.usernameAttribute(),
							given.attributeNames(), logout.get(), proxying.get(), ownRules),
					item.place().of(""), null));
		}

		/** A failure's message begins with the key. */
		private <T> Optional<T> value(Supplier<T> step) {
			try {
				return Optional.of(step.get());
			}
			catch (IllegalArgumentException ex) {
				String fault = String.valueOf(ex.getMessage());
				notes.fault(item.place().of(key(fault)), fault);
				return Optional.empty();
			}
		}

		private void attribute(String key, String id) {
			value(() -> Faults.requireAttribute(key, id, context.attributeIds()));
		}

		private void usernameAttribute(String id) {
			if (id.equals(PairwiseIds.ID)) {
				notes.fault(item.place().of("username-attribute"), "username-attribute: " + NO_USERNAME);
			}
			else {
				attribute("username-attribute", id);
			}
		}

		private String attributeName(String id, String name) {
			return Faults.named("attribute-names." + id, () -> ServiceProperties.requireAttributeName(name));
		}

		private String id() {
			String id = given.id() == null || given.id().isBlank() ? name : given.id();
			if (id == null) {
				throw new IllegalArgumentException(
						"id: missing, and the file holds several services; give each a name, "
								+ "by which rules and the audit log refer to it");
			}
			return Faults.named("id", () -> ServiceProperties.requireId(id));
		}

		private ServiceUrlPattern urls() {
			long set = Stream.of(given.url(), given.prefix(), given.pattern()).filter(Objects::nonNull).count();
			if (set != 1) {
				throw new IllegalArgumentException((given.url() != null ? "url" : "prefix")
						+ ": a service has exactly one of url, prefix and pattern; "
						+ (set == 0 ? "set one" : "remove the others, or write a service for each"));
			}
			String regex = given.pattern();
			if (regex != null) {
				ValuePattern pattern = Faults.named("pattern", () -> ValuePattern.of(regex));
				RegexReach.warnings(pattern)
					.forEach(reason -> notes.warn(item.place().of("pattern"), "pattern: " + reason));
				return new ServiceUrlPattern.Regex(pattern);
			}
			String key = given.url() != null ? "url" : "prefix";
			String text = String.valueOf(given.url() != null ? given.url() : given.prefix());
			if (text.contains("*")) {
				throw new IllegalArgumentException(key + ": '" + text
						+ "' has a *, which stands for nothing here; use prefix without it, or pattern");
			}
			ServiceUrl url = serviceUrl(key, text);
			return given.url() != null ? new ServiceUrlPattern.Exact(url)
					: Faults.named(key, () -> new ServiceUrlPattern.Prefix(url));
		}

		private Logout logout() {
			String url = given.logout().url();
			return new Logout(given.logout().channel(),
					url == null || url.isBlank() ? null : serviceUrl("logout.url", url).address());
		}

		private Proxying proxying() {
			List<ServiceUrlPattern> callbacks = new ArrayList<>();
			for (String callback : given.proxy().callbacks()) {
				ServiceUrl url = serviceUrl("proxy.callbacks", callback);
				if (!url.origin().startsWith("https:")) {
					throw new IllegalArgumentException("proxy.callbacks: '" + callback
							+ "' is not https, and a proxy-granting ticket is as good as a session; use https");
				}
				callbacks.add(Faults.named("proxy.callbacks", () -> new ServiceUrlPattern.Prefix(url)));
			}
			String matching = given.proxy().callbackPattern();
			if (matching != null) {
				ValuePattern pattern = Faults.named("proxy.callback-pattern", () -> ValuePattern.of(matching));
				RegexReach.warnings(pattern)
					.forEach(reason -> notes.warn(item.place().of("proxy.callback-pattern"),
							"proxy.callback-pattern: " + reason));
				callbacks.add(new ServiceUrlPattern.Regex(pattern));
			}
			return new Proxying(callbacks, given.proxy().accept());
		}

		private @Nullable OwnRules ownRules(String id) {
			List<AccessRuleProperties> access = given.access();
			if (access == null || item.faults().stream().anyMatch(fault -> key(fault).startsWith("access"))) {
				return null;
			}
			Faults faults = new Faults();
			OwnRules rules = ServiceAccess.rules(id, access, context.access(), faults);
			faults.lines().forEach(fault -> notes.fault(item.place().of(key(fault)), fault));
			return rules;
		}

		private DisplayInfo display() {
			List<Logo> logos = new ArrayList<>();
			String logo = given.logo();
			if (logo != null) {
				if (WebAddress.isImage(logo)) {
					logos.add(logo(logo));
				}
				else {
					notes.warn(item.place().of("logo"), "logo: " + quoted(logo) + ' ' + NO_LOGO);
				}
			}
			return new DisplayInfo(languages("name", given.name()), languages("description", given.description()),
					logos, pages("information-url", given.informationUrl()), pages("privacy-url", given.privacyUrl()));
		}

		private Map<String, String> pages(String key, Map<String, String> urls) {
			urls.forEach((language, url) -> {
				if (WebAddress.link(url).isEmpty()) {
					notes.fault(item.place().of(key), key + ": " + quoted(url) + " is not an http or https address");
				}
			});
			return languages(key, urls);
		}

		private Map<String, String> languages(String key, Map<String, String> texts) {
			Map<String, String> result = new LinkedHashMap<>();
			texts.forEach((language, text) -> {
				if (!language.matches("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")) {
					notes.fault(item.place().of(key),
							key + ": '" + language + "' is not a language; use a tag such as en, de or pt-br");
				}
				result.put(language.toLowerCase(Locale.ROOT), text);
			});
			return result;
		}

	}

	/**
	 * Checks the name of a service in the registry.
	 * @throws IllegalArgumentException if it cannot be one
	 */
	static String requireId(String id) {
		if (id.length() > MAX_ID || id.equals("*") || !id.strip().equals(id)
				|| id.chars().anyMatch(Character::isISOControl)) {
			throw new IllegalArgumentException("'" + id + "' cannot name a service; use up to " + MAX_ID
					+ " characters, without control characters, and without spaces at either end");
		}
		return id;
	}

	/**
	 * Checks the name under which a service receives an attribute.
	 * @throws IllegalArgumentException if it cannot be one
	 */
	static String requireAttributeName(String name) {
		if (!CasResponses.isAttributeName(name)) {
			throw new IllegalArgumentException("'" + name + "' cannot be the name of an element of XML, as which it is "
					+ "sent; use letters, digits, '_', '.' and '-', beginning with a letter");
		}
		return name;
	}

	/**
	 * A URL that a service may have.
	 * @param key named in the message, unless it is empty
	 * @throws IllegalArgumentException if it is none
	 */
	static ServiceUrl serviceUrl(String key, String text) {
		return ServiceUrl.of(text)
			.orElseThrow(() -> new IllegalArgumentException((key.isEmpty() ? "" : key + ": ") + "'" + text
					+ "' is not an address that a service can have; use http or https with a plain host, without user, "
					+ "fragment, //, . or .. in the path"));
	}

	static Logo logo(String url) {
		return new Logo(url, LOGO_SIZE, LOGO_SIZE);
	}

	/** Returns a value for a message: only its beginning if it is long. */
	static String quoted(String text) {
		return text.length() <= MAX_QUOTED ? "'" + text + "'" : "'" + text.substring(0, MAX_QUOTED) + "...'";
	}

}
