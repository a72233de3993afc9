package org.campanile.web.config;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.store.ChosenStore;
import org.campanile.web.config.CheckedProperties.AttributeIds;
import org.campanile.web.config.CheckedProperties.CheckContext;
import org.campanile.web.config.ConfigurationReport.ManagementPort;
import org.campanile.web.config.PropertyCatalogue.Group;

/**
 * Checks the whole configuration at once, before anything is started, and reports every
 * fault: unknown keys with the known one they resemble, values of the wrong type, values
 * out of bounds, and the findings of the groups themselves. Nothing is created, and no
 * other system is contacted, except to resolve the name of an address to listen on.
 */
public final class ConfigurationCheck {

	private static final ConfigurationPropertyName OURS = ConfigurationPropertyName.of("campanile");

	/** The port of the server unless one is set. */
	private static final int DEFAULT_PORT = 8080;

	private static final Set<String> STORES = Set.of("campanile.storage.type", "campanile.storage.durable.type");

	/** Settings with which Spring Boot reads forwarded headers, also from strangers. */
	private static final List<String> FORWARDED = List.of("server.forward-headers-strategy",
			"server.tomcat.remoteip.remote-ip-header", "server.tomcat.remoteip.protocol-header");

	/** The sources shared with other software: see {@link EnvironmentVariables}. */
	static final Set<String> SHARED_SOURCES = Set.of(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
			StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);

	private static final Pattern PLACEHOLDER_START = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_.-]*)");

	private final ConfigurableEnvironment environment;

	private final PropertyOrigins origins;

	private final boolean starting;

	private final KeyTree keys = KeyTree.of(PropertyCatalogue.keys(), "docs/configuration.md lists all");

	private final Faults faults = new Faults();

	private final Map<Class<?>, Object> bound = new LinkedHashMap<>();

	private final Map<String, ChosenStore> chosenStores = new LinkedHashMap<>();

	private final NestedSettings nested;

	private ConfigurationCheck(ConfigurableEnvironment environment, boolean starting) {
		this.environment = environment;
		this.origins = new PropertyOrigins(environment);
		this.starting = starting;
		this.nested = new NestedSettings(environment);
	}

	public static ConfigurationReport of(ConfigurableEnvironment environment) {
		return new ConfigurationCheck(environment, true).report();
	}

	/**
	 * Checks a new version while the server runs. What takes effect at a restart only and
	 * may be different then, files for TLS and what names of hosts resolve to, is left
	 * out.
	 */
	static ConfigurationReport whileRunning(ConfigurableEnvironment environment) {
		return new ConfigurationCheck(environment, false).report();
	}

	private ConfigurationReport report() {
		foreignKeys();
		unknownKeys();
		new UnsetVariables(environment, faults).check();
		ports();
		forwardedHeaders();
		bind();
		// Rules over several values make no sense if one of them could not be read.
		CheckContext context = context();
		bound.values()
			.stream()
			.filter(CheckedProperties.class::isInstance)
			.map(CheckedProperties.class::cast)
			.forEach(group -> group.check(context, faults));
		return new ConfigurationReport(faults.lines().stream().map(origins::located).distinct().toList(), bound,
				tls("server.ssl."), management(), chosenStores, nested, origins::located);
	}

	private boolean tls(String prefix) {
		return isOn(prefix + "enabled", true) && Stream.of("bundle", "key-store", "certificate")
			.anyMatch(key -> environment.containsProperty(prefix + key));
	}

	private ManagementPort management() {
		String key = "management.server.port";
		int port = "-1".equals(environment.getProperty(key)) ? -1 : port(key).orElse(0);
		// Spring Boot gives it the TLS of the server unless it has keys of its own.
		boolean own = !nested.names("management.server.ssl").isEmpty();
		boolean tls = tls(own ? "management.server.ssl." : "server.ssl.");
		return new ManagementPort(port, environment.getProperty("management.server.address", ""), tls,
				environment.getProperty("management.server.base-path", "")
						+ environment.getProperty("management.endpoints.web.base-path", "/actuator"));
	}

	private void bind() {
		Binder binder = Binder.get(environment);
		Validator validator = Validation.buildDefaultValidatorFactory().getValidator();
		for (Group group : PropertyCatalogue.groups()) {
			Faults own = new Faults();
			Object value = binder.bindOrCreate(group.prefix(), Bindable.of(group.type()), new FaultCollector(own));
			own.lines().forEach(faults::add);
			if (value != null) {
				validator.validate(value).forEach(violation -> faults.add(describe(group, violation)));
				bound.put(group.type(), value);
				if (value instanceof ChosenStore store) {
					chosenTypes().filter(type -> group.prefix().equals("campanile.storage." + type)).forEach(type -> {
						chosenStores.put(type, store);
						faults.check(store::requireComplete);
					});
				}
			}
		}
		for (Group marked : PropertyCatalogue.nestedGroups()) {
			for (Group group : nested.present(marked)) {
				nested.read(group, faults)
					.ifPresent(value -> validator.validate(value)
						.forEach(violation -> faults.add(describe(group, violation))));
			}
		}
	}

	private Stream<String> chosenTypes() {
		return STORES.stream().flatMap(key -> Stream.ofNullable(environment.getProperty(key))).distinct();
	}

	private boolean isOn(String key, boolean unset) {
		try {
			return Binder.get(environment).bind(key, Boolean.class).orElse(unset);
		}
		catch (BindException ex) {
			// Reported on its own, or with its group.
			return false;
		}
	}

	private CheckContext context() {
		Optional<IdentityProvider> identityProvider = quietly(
				() -> group(CampanileProperties.class).map(CampanileProperties::identityProvider));
		Optional<Set<String>> attributeIds = quietly(() -> identityProvider.flatMap(idp -> bound.values()
			.stream()
			.filter(AttributeIds.class::isInstance)
			.map(AttributeIds.class::cast)
			.map(group -> group.attributeIds(idp))
			.findFirst()));
		return new CheckContext(new HomeFolder(Path.of(environment.getProperty(HomeEnvironment.HOME, "."))),
				identityProvider, attributeIds, nested, key -> isOn(key, false));
	}

	private <T> Optional<T> group(Class<T> type) {
		return Optional.ofNullable(bound.get(type)).map(type::cast);
	}

	/**
	 * Returns empty for an object that cannot be created; its own group reports the
	 * fault.
	 */
	private static <T> Optional<T> quietly(java.util.function.Supplier<Optional<T>> maker) {
		return new Faults().value(maker).flatMap(made -> made);
	}

	private void ports() {
		Optional<Integer> port = environment.containsProperty("server.port") ? port("server.port")
				: Optional.of(DEFAULT_PORT);
		Optional<Integer> management = port("management.server.port");
		if (port.isPresent() && port.get() != 0 && port.equals(management)) {
			faults.add("management.server.port: " + port.get() + " is the port of the server itself; management "
					+ "needs its own port, reachable by administrators only");
		}
	}

	private void forwardedHeaders() {
		for (String key : FORWARDED) {
			String value = environment.getProperty(key);
			// An empty header is ignored, but an empty strategy is that of the platform.
			if (value != null && !(key.endsWith("-header") ? value.isBlank() : value.equalsIgnoreCase("none"))) {
				faults.add(key + ": Spring Boot would accept forwarded headers from proxies that are not listed; "
						+ "remove it, and list the proxies in campanile.http.trusted-proxies");
			}
		}
	}

	private Optional<Integer> port(String key) {
		String value = environment.getProperty(key);
		// An unset variable is reported on its own.
		if (value == null || value.equals("-1") || value.contains("${")) {
			return Optional.empty();
		}
		if (!value.strip().matches("[0-9]{1,5}") || Integer.parseInt(value.strip()) > 65_535) {
			faults.add(key + ": \"" + value + "\" is not a port; set a number from 0 to 65535");
			return Optional.empty();
		}
		return Optional.of(Integer.valueOf(value.strip()));
	}

	private void unknownKeys() {
		ConfigurationPropertySources.get(environment).forEach(source -> {
			if (source instanceof IterableConfigurationPropertySource iterable
					&& !isShared(source.getUnderlyingSource())) {
				iterable.stream().filter(OURS::isAncestorOf).forEach(name -> known(name, isEmpty(iterable, name)));
			}
		});
		EnvironmentVariables variables = new EnvironmentVariables(keys);
		Set<String> referredTo = new HashSet<>();
		enumerable(false).forEach(source -> Stream.of(source.getPropertyNames())
			.flatMap(name -> PLACEHOLDER_START.matcher(String.valueOf(source.getProperty(name))).results())
			.forEach(placeholder -> referredTo.add(placeholder.group(1))));
		enumerable(true).forEach(source -> Stream.of(source.getPropertyNames())
			.filter(name -> !referredTo.contains(name))
			.sorted()
			.forEach(name -> variables.fault(name, String.valueOf(source.getProperty(name)))
				.ifPresent(reason -> faults.add(name + ": " + reason))));
	}

	private Stream<EnumerablePropertySource<?>> enumerable(boolean shared) {
		Stream.Builder<EnumerablePropertySource<?>> found = Stream.builder();
		for (PropertySource<?> source : environment.getPropertySources()) {
			if (source instanceof EnumerablePropertySource<?> enumerable && isShared(source) == shared) {
				found.add(enumerable);
			}
		}
		return found.build();
	}

	private static boolean isEmpty(IterableConfigurationPropertySource source, ConfigurationPropertyName name) {
		var property = source.getConfigurationProperty(name);
		return property == null || String.valueOf(property.getValue()).isBlank();
	}

	static boolean isShared(@Nullable Object source) {
		return source instanceof PropertySource<?> plain && SHARED_SOURCES.contains(plain.getName());
	}

	/** Reports keys outside {@code campanile} in files of the administrator. */
	private void foreignKeys() {
		ConfigurationPropertySources.get(environment).forEach(source -> {
			if (source instanceof IterableConfigurationPropertySource iterable
					&& source.getUnderlyingSource() instanceof OriginTrackedMapPropertySource) {
				iterable.stream()
					.filter(name -> !name.isEmpty() && !OURS.equals(name) && !OURS.isAncestorOf(name))
					.filter(name -> !isBuiltIn(iterable.getConfigurationProperty(name)))
					.forEach(name -> foreignKey(name, isEmpty(iterable, name)));
			}
		});
	}

	private static boolean isBuiltIn(@Nullable ConfigurationProperty property) {
		return property != null && property.getOrigin() instanceof TextResourceOrigin text && text.getResource() != null
				&& text.getResource().getDescription().startsWith("class path resource");
	}

	private void foreignKey(ConfigurationPropertyName name, boolean empty) {
		String first = name.getElement(0, Form.DASHED);
		if (SpringKeys.ROOTS.contains(first)) {
			known(name, empty);
			SpringKeys.checkValue(name, Binder.get(environment), starting, faults);
		}
		else if (fault(ConfigurationPropertyName.of(OURS + "." + name), empty).isEmpty()) {
			faults.add(first + ": is not indented; it belongs below \"campanile:\", for " + OURS + "." + first);
		}
		else {
			List<String> roots = Stream.concat(Stream.of("campanile"), SpringKeys.ROOTS.stream()).toList();
			faults.add(name + ": unknown key; "
					+ ConfiguredNames.closest(first, roots)
						.map(meant -> "did you mean " + meant + name.toString().substring(first.length()) + "?")
						.orElse("settings of Campanile begin with \"campanile.\""));
		}
	}

	private void known(ConfigurationPropertyName name, boolean empty) {
		fault(name, empty).ifPresent(reason -> faults.add(tooDeep(name, empty).orElseGet(() -> name + ": " + reason)));
	}

	private Optional<String> fault(ConfigurationPropertyName name, boolean empty) {
		return OURS.isAncestorOf(name) ? keys.fault(name, empty)
				: SpringKeys.ROOTS.contains(name.getElement(0, Form.DASHED)) ? SpringKeys.fault(name, empty)
						: Optional.of("unknown key");
	}

	/**
	 * Returns the fault of a block that is indented too deep, reported once as a whole.
	 */
	private Optional<String> tooDeep(ConfigurationPropertyName name, boolean empty) {
		for (int from = 1; from < name.getNumberOfElements(); from++) {
			ConfigurationPropertyName block = name.chop(from + 1);
			for (int kept = from - 1; kept >= 0; kept--) {
				String outer = kept == 0 ? "" : name.chop(kept) + ".";
				String meant = name.getElement(from, Form.DASHED);
				String rest = name.toString().substring(block.toString().length());
				if (ConfigurationPropertyName.isValid(outer + meant + rest)
						&& fault(ConfigurationPropertyName.of(outer + meant + rest), empty).isEmpty()) {
					return Optional.of(block + ": is indented too deep, below " + name.chop(from)
							+ "; move it to the left, for " + outer + meant);
				}
			}
		}
		return Optional.empty();
	}

	private static String describe(Group group, ConstraintViolation<?> violation) {
		StringBuilder key = new StringBuilder(group.prefix());
		violation.getPropertyPath().forEach(node -> {
			if (node.isInIterable()) {
				key.append(node.getKey() == null ? "[" + node.getIndex() + "]" : "." + node.getKey());
			}
			if (node.getName() != null && !node.getName().startsWith("<")) {
				key.append('.').append(PropertyCatalogue.kebab(node.getName()));
			}
		});
		Object rejected = violation.getInvalidValue();
		return key + ": " + violation.getMessage() + (rejected == null ? "" : ", but is \"" + rejected + "\"");
	}

}
