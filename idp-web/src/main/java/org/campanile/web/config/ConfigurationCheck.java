package org.campanile.web.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import jakarta.validation.Validation;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;

import org.campanile.HomeFolder;
import org.campanile.web.config.PropertyCatalogue.Group;

/**
 * Checks the whole configuration at once, before anything is started, and reports every
 * fault: unknown keys with the known one they resemble, values of the wrong type, values
 * out of bounds, and what the groups themselves find.
 */
public final class ConfigurationCheck {

	/**
	 * Groups of Spring Boot that an administrator may set; all others are a slip of the
	 * pen.
	 */
	private static final Set<String> FOREIGN = Set.of("server", "management", "logging", "spring");

	/**
	 * Read where no record can: the home folder before anything is bound, the store's
	 * type by auto-configurations.
	 */
	private static final Set<String> NOT_IN_GROUPS = Set.of(HomeEnvironment.HOME, "campanile.storage.type");

	private final ConfigurableEnvironment environment;

	private final Binder binder;

	private final SpringValidatorAdapter validator;

	private final List<Group> groups = PropertyCatalogue.groups();

	public ConfigurationCheck(ConfigurableEnvironment environment) {
		this.environment = environment;
		this.binder = Binder.get(environment);
		this.validator = new SpringValidatorAdapter(Validation.buildDefaultValidatorFactory().getValidator());
	}

	/** Every fault, in the order of the groups; empty if the configuration is sound. */
	public List<ConfigurationFault> run() {
		Set<String> lines = new LinkedHashSet<>(foreignKeys());
		HomeFolder home = new HomeFolder(Path.of(environment.getProperty(HomeEnvironment.HOME, ".")));
		for (Group group : groups) {
			lines.addAll(check(group, home));
		}
		return lines.stream().map(ConfigurationFault::new).toList();
	}

	private List<String> check(Group group, HomeFolder home) {
		List<String> lines = new ArrayList<>(unknownKeys(group));
		Object bound = null;
		try {
			bound = binder.bindOrCreate(group.prefix(), Bindable.of(group.type()),
					new ValidationBindHandler(validator));
		}
		catch (BindException ex) {
			lines.addAll(describe(ex));
		}
		catch (IllegalArgumentException ex) {
			lines.add(String.valueOf(ex.getMessage()));
		}
		if (bound instanceof CheckedProperties checked) {
			try {
				checked.check(home);
			}
			catch (IllegalArgumentException ex) {
				lines.addAll(String.valueOf(ex.getMessage()).lines().toList());
			}
		}
		return lines;
	}

	private List<String> unknownKeys(Group group) {
		try {
			binder.bindOrCreate(group.prefix(), Bindable.of(group.type()),
					new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
			return List.of();
		}
		catch (BindException ex) {
			if (ex.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
				return unbound.getUnboundProperties()
					.stream()
					.filter(property -> !belongsElsewhere(group, property.getName()))
					.map(property -> unknown(property.getName(), property.getOrigin()))
					.toList();
			}
			return List.of();
		}
	}

	/**
	 * Groups may lie below one another or share a prefix; each sees the others' keys as
	 * unknown.
	 */
	private boolean belongsElsewhere(Group group, ConfigurationPropertyName name) {
		return NOT_IN_GROUPS.contains(name.toString()) || groups.stream()
			.filter(other -> !other.equals(group))
			.anyMatch(other -> other.prefix().equals(group.prefix()) ? PropertyCatalogue.has(other, name)
					: other.prefix().startsWith(group.prefix() + ".")
							&& ConfigurationPropertyName.of(other.prefix()).isAncestorOf(name));
	}

	private static String unknown(ConfigurationPropertyName name, @Nullable Origin origin) {
		Optional<String> closest = PropertyCatalogue.closest(name);
		return name + ": unknown key" + at(origin)
				+ closest.map(known -> "; did you mean " + known + "?").orElse("; see docs/configuration.md");
	}

	/**
	 * Keys of the home folder's file outside {@code campanile}, whose first word nothing
	 * here knows.
	 */
	private List<String> foreignKeys() {
		List<String> lines = new ArrayList<>();
		for (PropertySource<?> source : environment.getPropertySources()) {
			if (source instanceof EnumerablePropertySource<?> file && source.getName().contains("application.yaml")) {
				for (String name : file.getPropertyNames()) {
					String first = name.split("[.\\[]", 2)[0];
					if (!"campanile".equals(first) && !FOREIGN.contains(first)) {
						lines.add(name + ": unknown key; our own settings begin with \"campanile.\"");
					}
				}
			}
		}
		return lines;
	}

	private static List<String> describe(BindException ex) {
		Throwable cause = ex.getCause();
		while (cause != null) {
			if (cause instanceof BindValidationException invalid) {
				return invalid.getValidationErrors().getAllErrors().stream().map(error -> describe(ex, error)).toList();
			}
			cause = cause.getCause();
		}
		return List.of(describeValue(ex));
	}

	private static String describe(BindException ex, ObjectError error) {
		String key = error instanceof FieldError field ? ex.getName() + "." + kebab(field.getField())
				: ex.getName().toString();
		Object rejected = error instanceof FieldError field ? field.getRejectedValue() : null;
		return key + ": " + error.getDefaultMessage() + (rejected == null ? "" : ", but is \"" + rejected + "\"");
	}

	private static String describeValue(BindException ex) {
		Throwable root = ex;
		while (root.getCause() != null && root.getCause() != root) {
			root = root.getCause();
		}
		ConfigurationProperty property = ex.getProperty();
		if (property == null) {
			String reason = String.valueOf(root.getMessage());
			return reason.startsWith("campanile.") ? reason : ex.getName() + ": " + reason;
		}
		return property.getName() + ": \"" + property.getValue() + "\" is no "
				+ ex.getTarget().getType().resolve(Object.class).getSimpleName().toLowerCase(java.util.Locale.ROOT)
				+ at(property.getOrigin()) + "; " + root.getMessage();
	}

	private static String kebab(String field) {
		return field.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(java.util.Locale.ROOT);
	}

	private static String at(@Nullable Origin origin) {
		return origin == null ? "" : " (" + origin + ")";
	}

}
