package org.campanile.web.cas.registry;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.campanile.access.RestrictedService.OwnRules;
import org.campanile.attribute.ValuePattern;
import org.campanile.cas.CasService;
import org.campanile.cas.CasService.Logout;
import org.campanile.cas.CasService.Logout.Channel;
import org.campanile.cas.CasService.Proxying;
import org.campanile.cas.RegexReach;
import org.campanile.cas.ServiceUrlPattern;
import org.campanile.service.DisplayInfo;
import org.campanile.web.cas.registry.JsonValue.JsonFault;
import org.campanile.web.cas.registry.JsonValue.JsonObject;
import org.campanile.web.cas.registry.ServiceFile.Entry;
import org.campanile.web.cas.registry.ServiceFile.Notes;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.page.WebAddress;

/**
 * Reads a service in the JSON of the registry of an Apereo CAS server, 4.2 to 7. What
 * cannot be translated is named with its line: as a fault, for which the file is not
 * served, if leaving it out would permit or release more than the CAS server does; as a
 * warning if the service merely looks or behaves differently.
 */
final class CasServerService {

	private static final Set<String> CLASSES = Set.of("RegexRegisteredService", "CasRegisteredService");

	static final String INSTEAD = "; describe the service in a YAML file and ";

	/** The keys that are translated. */
	private static final Set<String> READ = Set.of(JsonValue.CLASS, "serviceId", "name", "id", "description", "logo",
			"informationUrl", "privacyUrl", "evaluationOrder", CasServerRelease.KEY, CasServerUsername.KEY,
			"logoutType", "logoutUrl", "proxyPolicy", CasServerAccess.KEY, "expirationPolicy", "matchingStrategy");

	/** The keys that only the CAS server needs, or shows on its pages. */
	private static final Set<String> MEANINGLESS = Set.of("theme", "locale", "templateName", "contacts", "tags",
			"supportedProtocols", "webflowInterruptPolicy", "acceptableUsagePolicy", "friendlyName", "version");

	/**
	 * The keys that restrict the use of a service, with what would be permitted without
	 * them.
	 */
	private static final Map<String, String> RESTRICTIONS = Map.of("multifactorPolicy", "a password alone would do",
			"authenticationPolicy", "every way to sign in would do", "requiredHandlers",
			"every way to sign in would do", "singleSignOnParticipationPolicy", "a session of any age would do",
			"environments", "it would be served wherever this file is");

	/** The keys that never restrict by themselves. */
	private static final Set<String> UNRESTRICTIVE = Set.of("bypassEnabled", "failureMode", "forceExecution",
			"bypassTrustedDeviceEnabled", "bypassIfMissingPrincipalAttribute");

	private static final List<Function<String, Instant>> DATES = List.of(text -> OffsetDateTime.parse(text).toInstant(),
			text -> ZonedDateTime.parse(text).toInstant(), text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC),
			text -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC));

	private final String file;

	private final Map<String, JsonValue> service;

	private final int line;

	private final Set<String> attributeIds;

	private final ServiceNotes notes;

	private CasServerService(String file, JsonObject service, Set<String> attributeIds, Notes notes) {
		this.file = file;
		this.service = JsonValue.members(service);
		this.line = service.line();
		this.attributeIds = attributeIds;
		this.notes = new ServiceNotes(file, line, notes);
	}

	/**
	 * Reads the service of a file; empty if it is not a CAS service, or cannot be read.
	 */
	static Optional<Entry> read(String file, byte[] content, Set<String> attributeIds, Notes notes) {
		try {
			if (!(JsonValue.parse(content) instanceof JsonObject object)) {
				notes.fault(file + ":1", "holds no service; one begins with {");
				return Optional.empty();
			}
			String type = object.type();
			if (!CLASSES.contains(type)) {
				String named = type.isEmpty() ? "names no class" : "a " + type + " is no service of the CAS protocol";
				notes.warn(file + ":" + object.line(), "@class: " + named + "; ignored");
				return Optional.empty();
			}
			return new CasServerService(file, object, attributeIds, notes).entry();
		}
		catch (JsonFault ex) {
			notes.fault(file + ":" + ex.line(), String.valueOf(ex.getMessage()));
			return Optional.empty();
		}
	}

	private Optional<Entry> entry() {
		service.forEach(this::other);
		Optional<ServiceUrlPattern> urls = urls();
		CasServerRelease.Released released = new CasServerRelease(attributeIds, notes)
			.released(service.get(CasServerRelease.KEY));
		String username = new CasServerUsername(attributeIds, notes).attribute(service.get(CasServerUsername.KEY));
		Optional<String> id = id();
		OwnRules ownRules = new CasServerAccess(attributeIds, notes).rules(id.orElse(""),
				service.get(CasServerAccess.KEY));
		Logout logout = logout();
		Proxying proxying = proxying();
		Instant end = end();
		if (id.isEmpty() || urls.isEmpty()) {
			return Optional.empty();
		}
		return Optional.of(new Entry(
				new CasService(id.get(), urls.get(), order(), display(), Map.of(),
						!text(CasServerAccess.KEY, "enabled").equals("false"), released.attributes(),
						released.withheld(), username, released.names(), logout, proxying, ownRules),
				file + ":" + line, end));
	}

	/**
	 * Returns the number of the file, which CAS servers name after the service's name and
	 * number.
	 */
	private Optional<String> id() {
		String id = file.replaceFirst("\\.json$", "");
		try {
			return Optional.of(ServiceProperties.requireId(id));
		}
		catch (IllegalArgumentException ex) {
			notes.notes().fault(file, "the name of the file: " + ex.getMessage());
			return Optional.empty();
		}
	}

	private void other(String key, JsonValue value) {
		boolean usual = key.equals("responseType") && JsonValue.text(value).equalsIgnoreCase("REDIRECT");
		if (READ.contains(key) || MEANINGLESS.contains(key) || usual || JsonValue.isEmpty(value)) {
			return;
		}
		String opened = RESTRICTIONS.get(key);
		if (opened == null) {
			String names = key.equals("properties") ? " (" + String.join(", ", JsonValue.members(value).keySet()) + ")"
					: "";
			notes.warn(value, key, "has no counterpart here and is ignored" + names + closest(key));
		}
		else if (!JsonValue.items(value).isEmpty() || restricts(value)) {
			notes.fault(value, key,
					"cannot be translated, and without it " + opened + INSTEAD + "write a rule under access in it");
		}
	}

	private static String closest(String key) {
		return ConfiguredNames.closest(key, Stream.concat(READ.stream(), RESTRICTIONS.keySet().stream()).toList())
			.filter(meant -> meant.length() > 4)
			.map(meant -> "; did you mean " + meant + "?")
			.orElse("");
	}

	static boolean restricts(JsonValue value) {
		return JsonValue.members(value)
			.entrySet()
			.stream()
			.anyMatch(member -> !UNRESTRICTIVE.contains(member.getKey()) && !JsonValue.isEmpty(member.getValue()));
	}

	private Optional<ServiceUrlPattern> urls() {
		JsonValue given = service.get("serviceId");
		String text = JsonValue.text(given);
		if (given == null || text.isBlank()) {
			notes.fault(null, "serviceId", "missing; the service has no address");
			return Optional.empty();
		}
		JsonValue strategy = service.get("matchingStrategy");
		String kind = type(strategy);
		unread("matchingStrategy", Set.of());
		if (kind.equals("LiteralRegisteredServiceMatchingStrategy")) {
			return fault(given, "serviceId", () -> new ServiceUrlPattern.Exact(ServiceProperties.serviceUrl("", text)));
		}
		if (strategy != null && !kind.isEmpty() && !kind.equals("FullRegexRegisteredServiceMatchingStrategy")) {
			notes.fault(strategy, "matchingStrategy", "a " + kind
					+ " cannot be translated; write a serviceId that matches whole addresses, and remove this");
		}
		// CAS servers ignore case.
		Optional<ValuePattern> pattern = fault(given, "serviceId", () -> ValuePattern.of("(?i)" + text));
		pattern.map(RegexReach::warnings)
			.ifPresent(reasons -> reasons.forEach(reason -> notes.warn(given, "serviceId", reason)));
		return pattern.map(ServiceUrlPattern.Regex::new);
	}

	private int order() {
		JsonValue given = service.get("evaluationOrder");
		return given == null || JsonValue.text(given).isEmpty() ? 0
				: fault(given, "evaluationOrder", () -> number(JsonValue.text(given))).orElse(0);
	}

	private static int number(String text) {
		try {
			return Integer.parseInt(text);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("'" + text + "' is not a whole number");
		}
	}

	private DisplayInfo display() {
		return new DisplayInfo(und("name", text -> true, ""), und("description", text -> true, ""),
				und("logo", WebAddress::isImage, ServiceProperties.NO_LOGO).values()
					.stream()
					.map(ServiceProperties::logo)
					.toList(),
				und("informationUrl", CasServerService::isLink, "is not an http or https address, and is not shown"),
				und("privacyUrl", CasServerService::isLink, "is not an http or https address, and is not shown"));
	}

	private static boolean isLink(String url) {
		return WebAddress.link(url).isPresent();
	}

	/** Returns a text whose language is unknown. */
	private Map<String, String> und(String key, Predicate<String> valid, String otherwise) {
		JsonValue given = service.get(key);
		String text = JsonValue.text(given);
		if (given == null || text.isBlank()) {
			return Map.of();
		}
		if (!valid.test(text)) {
			notes.warn(given, key, ServiceProperties.quoted(text) + ' ' + otherwise);
			return Map.of();
		}
		return Map.of("und", text);
	}

	private Logout logout() {
		JsonValue type = service.get("logoutType");
		Channel channel = switch (JsonValue.text(type).toUpperCase(Locale.ROOT)) {
			case "", "BACK_CHANNEL" -> Channel.BACK;
			case "FRONT_CHANNEL" -> Channel.FRONT;
			case "NONE" -> Channel.NONE;
			default -> {
				notes.warn(type, "logoutType",
						"'" + JsonValue.text(type) + "' is unknown; the service is notified from server to server");
				yield Channel.BACK;
			}
		};
		JsonValue url = service.get("logoutUrl");
		return new Logout(channel,
				url == null || JsonValue.text(url).isBlank() ? null
						: fault(url, "logoutUrl", () -> ServiceProperties.serviceUrl("", JsonValue.text(url)).value())
							.orElse(null));
	}

	/** Returns the proxy permissions; on a CAS server every service accepts proxies. */
	private Proxying proxying() {
		JsonValue policy = service.get("proxyPolicy");
		unread("proxyPolicy", Set.of("pattern", "useServiceId", "exactMatch"));
		List<ServiceUrlPattern> callbacks = new ArrayList<>();
		switch (type(policy)) {
			case "", "RefuseRegisteredServiceProxyPolicy" -> {
			}
			case "RegexMatchingRegisteredServiceProxyPolicy" -> {
				Map<String, JsonValue> settings = JsonValue.members(policy);
				boolean own = JsonValue.text(settings.get("useServiceId")).equals("true");
				JsonValue given = own ? service.get("serviceId") : settings.get("pattern");
				String text = JsonValue.text(given);
				if (JsonValue.text(settings.get("exactMatch")).equals("true")) {
					fault(given, "proxyPolicy",
							() -> new ServiceUrlPattern.Exact(ServiceProperties.serviceUrl("", text)))
						.ifPresent(callbacks::add);
				}
				else if (!text.isEmpty()) {
					fault(given, "proxyPolicy", () -> ValuePattern.of("(?i)" + text)).ifPresent(pattern -> {
						if (!own) {
							RegexReach.warnings(pattern).forEach(reason -> notes.warn(given, "proxyPolicy", reason));
						}
						callbacks.add(new ServiceUrlPattern.Regex(pattern));
					});
				}
			}
			default -> notes.warn(policy, "proxyPolicy",
					"a " + type(policy) + " cannot be translated, so the service is no proxy; name callbacks by a "
							+ "RegexMatchingRegisteredServiceProxyPolicy");
		}
		return new Proxying(callbacks, true);
	}

	/** Returns the time when the service ends. */
	private @Nullable Instant end() {
		// An expired service is gone here in any case.
		unread("expirationPolicy", Set.of("expirationDate", "deleteWhenExpired"));
		JsonValue date = JsonValue.members(service.get("expirationPolicy")).get("expirationDate");
		String text = JsonValue.text(date);
		if (date == null || text.isBlank()) {
			return null;
		}
		Optional<Instant> end = DATES.stream().flatMap(form -> parsed(form, text)).findFirst();
		if (end.isPresent()) {
			return end.get();
		}
		notes.fault(date, "expirationPolicy.expirationDate",
				"'" + text + "' is not a date, and the service would never end; write one such as 2030-12-31");
		return null;
	}

	/**
	 * Returns nothing if the text has another form; if no form fits, the caller reports
	 * it.
	 */
	private static Stream<Instant> parsed(Function<String, Instant> form, String text) {
		try {
			return Stream.of(form.apply(text));
		}
		catch (DateTimeParseException ex) {
			return Stream.empty();
		}
	}

	private void unread(String group, Set<String> read) {
		JsonValue.members(service.get(group)).forEach((key, value) -> notes.unread(group, key, value, read));
	}

	private String text(String group, String key) {
		return JsonValue.text(JsonValue.members(service.get(group)).get(key));
	}

	static String type(@Nullable JsonValue value) {
		return value instanceof JsonObject object ? object.type() : "";
	}

	/** Returns the value of a step whose failure is a fault. */
	private <T> Optional<T> fault(@Nullable JsonValue at, String key, Supplier<? extends T> step) {
		try {
			return Optional.of(step.get());
		}
		catch (IllegalArgumentException ex) {
			notes.fault(at, key, String.valueOf(ex.getMessage()));
			return Optional.empty();
		}
	}

	/** The notes about one service of a file. */
	record ServiceNotes(String file, int line, Notes notes) {

		void fault(@Nullable JsonValue at, String key, String reason) {
			notes.fault(place(at), key + ": " + reason);
		}

		void warn(@Nullable JsonValue at, String key, String reason) {
			notes.warn(place(at), key + ": " + reason);
		}

		/** Warns of a setting in a group if it is not read here. */
		void unread(String group, String key, JsonValue value, Set<String> read) {
			if (!read.contains(key) && !JsonValue.isEmpty(value)) {
				warn(value, group + "." + key,
						"has no counterpart here and is ignored" + ConfiguredNames.suggestion(key, read));
			}
		}

		/** Returns the place of a value; for an absent value, the line of the service. */
		private String place(@Nullable JsonValue at) {
			return file + ":" + (at == null ? line : at.line());
		}

	}

}
