package org.campanile.web.cas.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.campanile.attribute.ValuePattern;
import org.campanile.cas.CasResponses;
import org.campanile.cas.CasService;
import org.campanile.cas.CasService.Logout.Channel;
import org.campanile.cas.ServiceUrl;
import org.campanile.cas.ServiceUrlPattern;
import org.campanile.service.DisplayInfo;
import org.campanile.web.config.ConfiguredNames;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a service as the JSON registry of an Apereo CAS server has it. What of it cannot
 * be translated is named with its line: as a fault, for which the service is not served,
 * if leaving it out would let in or tell more than there; else as a warning.
 */
final class ApereoService {

	private static final JsonMapper JSON = JsonMapper.builder()
		.enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_YAML_COMMENTS,
				JsonReadFeature.ALLOW_TRAILING_COMMA)
		.build();

	private static final Set<String> SERVICES = Set.of("RegexRegisteredService", "CasRegisteredService");

	/** What says nothing to this server, or is read below. */
	private static final Set<String> UNDERSTOOD = Set.of("@class", "serviceId", "name", "id", "description",
			"evaluationOrder", "logo", "informationUrl", "privacyUrl", "attributeReleasePolicy",
			"usernameAttributeProvider", "logoutType", "logoutUrl", "proxyPolicy", "accessStrategy",
			"multifactorPolicy", "expirationPolicy", "theme", "locale", "contacts", "properties", "tags",
			"matchingStrategy", "responseType", "supportedProtocols", "templateName", "environments");

	private final String file;

	private final Optional<Set<String>> attributeIds;

	private final Map<String, Integer> lines = new HashMap<>();

	private final List<String> faults = new ArrayList<>();

	private final List<String> warnings = new ArrayList<>();

	private ApereoService(String file, Optional<Set<String>> attributeIds) {
		this.file = file;
		this.attributeIds = attributeIds;
	}

	/**
	 * Reads a file.
	 * @param file its name in the home folder, for messages
	 * @param attributeIds the ids of all defined attributes; empty if they are not known
	 */
	static ServiceFiles.Read read(String id, String file, byte[] content, Optional<Set<String>> attributeIds) {
		ApereoService reader = new ApereoService(file, attributeIds);
		Map<?, ?> json;
		try (JsonParser parser = JSON.createParser(content)) {
			parser.nextToken();
			if (!(reader.value(parser, "") instanceof Map<?, ?> map)) {
				return new ServiceFiles.Read(null, List.of(file + ": is no JSON object"), List.of());
			}
			json = map;
		}
		catch (JacksonException ex) {
			return new ServiceFiles.Read(null,
					List.of(file + ":" + (ex.getLocation() == null ? 1 : ex.getLocation().getLineNr())
							+ ": is not valid JSON: " + ex.getOriginalMessage()),
					List.of());
		}
		String kind = kind(json);
		if (!SERVICES.contains(kind)) {
			return new ServiceFiles.Read(null, List.of(),
					List.of(reader.at("@class") + (kind.isEmpty() ? "it names no class"
							: "a " + kind + " is no service of the CAS protocol") + "; ignored"));
		}
		CasService service = reader.service(id, json);
		return new ServiceFiles.Read(reader.faults.isEmpty() ? service : null, List.copyOf(reader.faults),
				List.copyOf(reader.warnings));
	}

	/** Maps, lists and texts, with the line of each. */
	private @Nullable Object value(JsonParser parser, String path) {
		lines.putIfAbsent(path, parser.currentTokenLocation().getLineNr());
		return switch (parser.currentToken()) {
			case START_OBJECT -> {
				Map<String, @Nullable Object> map = new LinkedHashMap<>();
				while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
					String name = parser.currentName();
					String below = path.isEmpty() ? name : path + '.' + name;
					lines.put(below, parser.currentTokenLocation().getLineNr());
					parser.nextToken();
					map.put(name, value(parser, below));
				}
				yield map;
			}
			case START_ARRAY -> {
				List<@Nullable Object> list = new ArrayList<>();
				while (parser.nextToken() != JsonToken.END_ARRAY) {
					list.add(value(parser, path));
				}
				yield list;
			}
			case VALUE_NULL -> null;
			case null -> null;
			default -> parser.getString();
		};
	}

	private @Nullable CasService service(String id, Map<?, ?> json) {
		json.keySet()
			.stream()
			.map(Object::toString)
			.filter(key -> !UNDERSTOOD.contains(key))
			.forEach(key -> warn(key, "has no counterpart here and is ignored"));
		access(json);
		Released released = released(json.get("attributeReleasePolicy"));
		String username = username(json.get("usernameAttributeProvider"));
		CasService.Proxying proxying = proxying(json.get("proxyPolicy"));
		CasService.Logout logout = logout(json);
		ServiceUrlPattern urls = urls(text(json, "serviceId"));
		if (urls == null) {
			return null;
		}
		return new CasService(id, urls, order(json), display(json), Map.of(), enabled(json), released.attributes(),
				released.withheld(), username, released.names(), logout, proxying);
	}

	private @Nullable ServiceUrlPattern urls(@Nullable String pattern) {
		if (pattern == null || pattern.isBlank()) {
			fault("serviceId", "is missing");
			return null;
		}
		try {
			// As there: letters match in either case.
			ValuePattern compiled = ValuePattern.of("(?i)" + pattern);
			return new ServiceUrlPattern.Regex(compiled);
		}
		catch (IllegalArgumentException ex) {
			fault("serviceId", String.valueOf(ex.getMessage()));
			return null;
		}
	}

	private int order(Map<?, ?> json) {
		String order = text(json, "evaluationOrder");
		try {
			return order == null ? 0 : Integer.parseInt(order);
		}
		catch (NumberFormatException ex) {
			fault("evaluationOrder", "'" + order + "' is not a number");
			return 0;
		}
	}

	private DisplayInfo display(Map<?, ?> json) {
		String logo = text(json, "logo");
		return new DisplayInfo(single(text(json, "name")), single(text(json, "description")),
				logo != null && (logo.startsWith("https://") || logo.startsWith("data:image/"))
						? List.of(new DisplayInfo.Logo(logo, 48, 48)) : List.of(),
				single(address(json, "informationUrl")), single(address(json, "privacyUrl")));
	}

	private static Map<String, String> single(@Nullable String text) {
		return text == null || text.isBlank() ? Map.of() : Map.of("en", text);
	}

	private @Nullable String address(Map<?, ?> json, String key) {
		String address = text(json, key);
		if (address != null && ServiceUrl.of(address).isEmpty()) {
			warn(key, "'" + address + "' is no address and is ignored");
			return null;
		}
		return address;
	}

	private CasService.Logout logout(Map<?, ?> json) {
		String type = Objects.requireNonNullElse(text(json, "logoutType"), "BACK_CHANNEL");
		Channel channel = switch (type.toUpperCase(Locale.ROOT)) {
			case "FRONT_CHANNEL" -> Channel.FRONT;
			case "NONE" -> Channel.NONE;
			case "BACK_CHANNEL" -> Channel.BACK;
			default -> {
				warn("logoutType", "'" + type + "' is unknown; the service is told from server to server");
				yield Channel.BACK;
			}
		};
		return new CasService.Logout(channel, address(json, "logoutUrl"));
	}

	/**
	 * @param attributes what is released
	 * @param withheld what never is
	 * @param names by id
	 */
	private record Released(Set<String> attributes, Set<String> withheld, Map<String, String> names) {
	}

	private Released released(@Nullable Object policy) {
		String at = "attributeReleasePolicy";
		Map<?, ?> map = policy instanceof Map<?, ?> given ? given : Map.of();
		Object allowed = map.get("allowedAttributes");
		switch (kind(map)) {
			case "", "ReturnAllowedAttributeReleasePolicy" -> {
				return new Released(known(at, texts(allowed)), Set.of(), Map.of());
			}
			case "DenyAllAttributeReleasePolicy" -> {
				return new Released(Set.of(), attributeIds.orElse(Set.of()), Map.of());
			}
			case "ReturnMappedAttributeReleasePolicy" -> {
				Map<String, String> names = new LinkedHashMap<>();
				(allowed instanceof Map<?, ?> mapped ? mapped : Map.of()).forEach((id, name) -> {
					if (!id.equals("@class")) {
						mapped(at + ".allowedAttributes." + id, id.toString(), name, names);
					}
				});
				Set<String> ids = known(at, List.copyOf(names.keySet()));
				names.keySet().retainAll(ids);
				names.entrySet().removeIf(each -> each.getKey().equals(each.getValue()));
				return new Released(ids, Set.of(), names);
			}
			default -> warn(at, "a " + kind(map) + " cannot be translated; nothing is released by it, write a rule in "
					+ "campanile.release.rules");
		}
		return new Released(Set.of(), Set.of(), Map.of());
	}

	private void mapped(String at, String id, @Nullable Object name, Map<String, String> names) {
		List<String> all = texts(name);
		if (all.size() == 1 && CasResponses.isAttributeName(all.getFirst())) {
			names.put(id, all.getFirst());
		}
		else {
			warn(at, "only one plain name can be given to an attribute; it is not released");
		}
	}

	private Set<String> known(String at, List<String> ids) {
		Set<String> known = new HashSet<>();
		for (String id : ids) {
			if (attributeIds.isEmpty() || attributeIds.get().contains(id)) {
				known.add(id);
			}
			else {
				warn(at, "there is no attribute '" + id + "', so it is not released; define it in "
						+ "campanile.attributes.definitions" + ConfiguredNames.suggestion(id, attributeIds.get()));
			}
		}
		return known;
	}

	private @Nullable String username(@Nullable Object provider) {
		String at = "usernameAttributeProvider";
		Map<?, ?> map = provider instanceof Map<?, ?> given ? given : Map.of();
		String mode = text(map, "canonicalizationMode");
		if (mode != null && !mode.equalsIgnoreCase("NONE") || "true".equals(text(map, "encryptUsername"))) {
			warn(at, "canonicalizationMode and encryptUsername are ignored: the name is sent as it is");
		}
		switch (kind(map)) {
			case "", "DefaultRegisteredServiceUsernameProvider" -> {
				return null;
			}
			case "PrincipalAttributeRegisteredServiceUsernameProvider" -> {
				String attribute = text(map, "usernameAttribute");
				if (attribute == null || known(at, List.of(attribute)).isEmpty()) {
					fault(at, "names no attribute that is defined here, so users would have no name at the service");
				}
				return attribute;
			}
			default -> {
				fault(at, "a " + kind(map) + " cannot be translated, and the service would learn users' own names; "
						+ "name an attribute by a PrincipalAttributeRegisteredServiceUsernameProvider");
				return null;
			}
		}
	}

	private CasService.Proxying proxying(@Nullable Object policy) {
		Map<?, ?> map = policy instanceof Map<?, ?> given ? given : Map.of();
		List<ServiceUrlPattern> callbacks = new ArrayList<>();
		switch (kind(map)) {
			case "", "RefuseRegisteredServiceProxyPolicy" -> {
			}
			case "RegexMatchingRegisteredServiceProxyPolicy" -> {
				String pattern = text(map, "pattern");
				try {
					callbacks.add(new ServiceUrlPattern.Regex(ValuePattern.of("(?i)" + pattern)));
				}
				catch (IllegalArgumentException ex) {
					warn("proxyPolicy", ex.getMessage() + "; the service is no proxy");
				}
			}
			default -> warn("proxyPolicy", "a " + kind(map) + " cannot be translated; the service is no proxy");
		}
		return new CasService.Proxying(callbacks, true);
	}

	private static boolean enabled(Map<?, ?> json) {
		return !(json.get("accessStrategy") instanceof Map<?, ?> strategy
				&& "false".equals(text(strategy, "enabled")));
	}

	/** What restricts who may use the service. */
	private void access(Map<?, ?> json) {
		if (json.get("accessStrategy") instanceof Map<?, ?> strategy) {
			if (!kind(strategy).equals("DefaultRegisteredServiceAccessStrategy")) {
				fault("accessStrategy", "a " + kind(strategy) + " cannot be translated, and everybody could use the "
						+ "service; write rules in campanile.access, and a service file in YAML");
			}
			for (String key : List.of("requiredAttributes", "rejectedAttributes")) {
				if (strategy.get(key) instanceof Map<?, ?> attributes
						&& attributes.keySet().stream().anyMatch(name -> !name.equals("@class"))) {
					fault("accessStrategy." + key, "cannot be translated, and everybody could use the service; write "
							+ "rules in campanile.access, and a service file in YAML");
				}
			}
			if ("false".equals(text(strategy, "ssoEnabled"))) {
				fault("accessStrategy.ssoEnabled", "a service that never takes part in single sign-on is not "
						+ "supported; let the client send renew=true");
			}
		}
		if (json.get("multifactorPolicy") instanceof Map<?, ?> policy
				&& !texts(policy.get("multifactorAuthenticationProviders")).isEmpty()) {
			fault("multifactorPolicy", "cannot be translated, and a password alone would do; write a rule in "
					+ "campanile.access, and a service file in YAML");
		}
		if (json.get("expirationPolicy") instanceof Map<?, ?> policy && text(policy, "expirationDate") != null) {
			fault("expirationPolicy", "services do not expire here; remove it, or the file when the time has come");
		}
	}

	/** The simple name of the class that an object names; empty if it names none. */
	private static String kind(Map<?, ?> map) {
		String name = Objects.requireNonNullElse(text(map, "@class"), "");
		return name.substring(name.lastIndexOf('.') + 1);
	}

	private static @Nullable String text(Map<?, ?> map, String key) {
		return map.get(key) instanceof String text ? text : null;
	}

	/** Texts of a list, which the registry writes with the name of a class before it. */
	private static List<String> texts(@Nullable Object value) {
		return switch (value) {
			case String text -> List.of(text);
			case List<?> list when list.size() == 2 && list.get(1) instanceof List<?> inner -> texts(inner);
			case List<?> list -> list.stream()
				.filter(Objects::nonNull)
				.map(Object::toString)
				.collect(Collectors.toList());
			case null, default -> List.of();
		};
	}

	private String at(String key) {
		return file + ":" + lines.getOrDefault(key, 1) + ": " + key + ": ";
	}

	private void fault(String key, String reason) {
		faults.add(at(key) + reason);
	}

	private void warn(String key, String reason) {
		warnings.add(at(key) + reason);
	}

}
