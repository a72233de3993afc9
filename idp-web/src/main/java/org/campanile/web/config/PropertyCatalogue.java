package org.campanile.web.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * All settings, read from the records that hold them: for the check of unknown keys, and
 * for the test of {@code docs/configuration.md}. The metadata that Spring Boot generates
 * does not cover the keys within lists and maps of records.
 */
public final class PropertyCatalogue {

	/** The key of the home folder, used before any record is read. */
	static final Key HOME = new Key(HomeEnvironment.HOME, "file", "");

	private static final String BASE_PACKAGE = "org.campanile";

	/**
	 * The classes of settings, found by their names, as reading every class of the server
	 * would slow each start.
	 */
	private static final String FILES = "**/*Properties.class";

	private static final Map<Class<?>, String> WORDS = Map.of(String.class, "text", int.class, "number", long.class,
			"number", Integer.class, "number", Long.class, "number", DataSize.class, "size", Path.class, "file");

	private PropertyCatalogue() {
	}

	/**
	 * A group of settings.
	 *
	 * @param prefix the keys' common beginning
	 * @param type the record
	 */
	public record Group(String prefix, Class<?> type) {
	}

	/**
	 * A setting.
	 *
	 * @param name its full key; {@code [*]} stands for any index, {@code *} for any name
	 * @param type its type: text, number, boolean, duration, size, file, or the values to
	 * choose from; {@code list of} any of these
	 * @param defaultValue its default as text; empty where there is none
	 */
	public record Key(String name, String type, String defaultValue) {
	}

	/**
	 * Returns all groups on the class path, ordered by prefix; without groups below any
	 * name.
	 */
	public static List<Group> groups() {
		return Found.GROUPS;
	}

	/** Returns the groups below any name, for which their prefix has {@code *}. */
	static List<Group> nestedGroups() {
		return Found.NESTED;
	}

	/** The groups found, searched only once, as that reads files. */
	private static final class Found {

		private static final Map<Boolean, List<Group>> BY_NESTED = find().stream()
			.collect(Collectors.partitioningBy(group -> group.type().isAnnotationPresent(NestedProperties.class)));

		private static final List<Group> GROUPS = Objects.requireNonNull(BY_NESTED.get(false));

		private static final List<Group> NESTED = Objects.requireNonNull(BY_NESTED.get(true));

		private static final List<Key> KEYS = read();

	}

	private static List<Group> find() {
		ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false) {

			@Override
			protected boolean isCandidateComponent(
					org.springframework.beans.factory.annotation.AnnotatedBeanDefinition definition) {
				return definition.getMetadata().isIndependent();
			}
		};
		scanner.setResourcePattern(FILES);
		scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
		scanner.addIncludeFilter(new AnnotationTypeFilter(NestedProperties.class));
		return scanner.findCandidateComponents(BASE_PACKAGE)
			.stream()
			.map(BeanDefinition::getBeanClassName)
			.filter(Objects::nonNull)
			.map(name -> ClassUtils.resolveClassName(name, PropertyCatalogue.class.getClassLoader()))
			.filter(Class::isRecord)
			.map(type -> new Group(prefix(type), type))
			.sorted(Comparator.comparing(Group::prefix))
			.toList();
	}

	private static String prefix(Class<?> type) {
		NestedProperties nested = type.getAnnotation(NestedProperties.class);
		if (nested != null) {
			return nested.value();
		}
		ConfigurationProperties annotation = AnnotationUtils.getAnnotation(type, ConfigurationProperties.class);
		return annotation == null ? "" : annotation.prefix().isEmpty() ? annotation.value() : annotation.prefix();
	}

	/** Returns all settings of all groups. */
	public static List<Key> keys() {
		return Found.KEYS;
	}

	private static List<Key> read() {
		List<Key> keys = new ArrayList<>();
		keys.add(HOME);
		groups().forEach(group -> keys.addAll(keys(group)));
		nestedGroups().forEach(group -> keys.addAll(keys(group)));
		return List.copyOf(keys);
	}

	/** The settings of one group. */
	static List<Key> keys(Group group) {
		List<Key> keys = new ArrayList<>();
		collect(group.prefix(), group.type(), keys);
		return keys;
	}

	private static void collect(String prefix, Class<?> type, List<Key> keys) {
		for (RecordComponent component : type.getRecordComponents()) {
			collect(prefix + '.' + name(component), component.getGenericType(), defaultOf(type, component), keys);
		}
	}

	private static void collect(String name, Type type, String defaultValue, List<Key> keys) {
		if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
			Type[] arguments = generic.getActualTypeArguments();
			if (Map.class.isAssignableFrom(raw)) {
				collect(name + ".*", arguments[1], "", keys);
			}
			else if (raw == Optional.class) {
				collect(name, arguments[0], defaultValue, keys);
			}
			else if (isNested(arguments[0])) {
				collect(name + "[*]", arguments[0], "", keys);
			}
			else {
				keys.add(new Key(name, "list of " + word(arguments[0]), defaultValue));
			}
		}
		else if (isNested(type)) {
			collect(name, (Class<?>) type, keys);
		}
		else {
			keys.add(new Key(name, word(type), defaultValue));
		}
	}

	private static boolean isNested(Type type) {
		return type instanceof Class<?> nested && nested.isRecord();
	}

	private static String word(Type type) {
		if (!(type instanceof Class<?> plain)) {
			return type.getTypeName();
		}
		if (plain.isEnum()) {
			return Arrays.stream(plain.getEnumConstants())
				.map(constant -> ConfiguredNames.of((Enum<?>) constant))
				.collect(Collectors.joining(", "));
		}
		return WORDS.getOrDefault(plain, plain.getSimpleName().toLowerCase(Locale.ROOT));
	}

	private static String name(RecordComponent component) {
		Name name = component.getAnnotation(Name.class);
		return kebab(name == null ? component.getName() : name.value());
	}

	/** A component's name in kebab case, as in files. */
	static String kebab(String name) {
		return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
	}

	private static String defaultOf(Class<?> type, RecordComponent component) {
		for (var constructor : type.getDeclaredConstructors()) {
			for (var parameter : constructor.getParameters()) {
				DefaultValue value = parameter.getAnnotation(DefaultValue.class);
				if (value != null && parameter.getName().equals(component.getName())) {
					return String.join(", ", value.value());
				}
			}
		}
		return "";
	}

}
