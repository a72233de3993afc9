package org.campanile.web.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/**
 * Every setting there is, read off the records that hold them: for the check of unknown
 * keys, and for the test that keeps {@code docs/configuration.md} true.
 */
public final class PropertyCatalogue {

	private static final String BASE_PACKAGE = "org.campanile";

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
	 * One setting.
	 *
	 * @param name its full key; {@code [*]} stands for any index, {@code *} for any name
	 * @param type its type's simple name
	 * @param defaultValue its default as text; empty where there is none
	 */
	public record Key(String name, String type, String defaultValue) {
	}

	/** All groups on the class path, ordered by prefix. */
	public static List<Group> groups() {
		ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false) {

			@Override
			protected boolean isCandidateComponent(
					org.springframework.beans.factory.annotation.AnnotatedBeanDefinition definition) {
				return definition.getMetadata().isIndependent();
			}
		};
		scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
		return scanner.findCandidateComponents(BASE_PACKAGE)
			.stream()
			.map(BeanDefinition::getBeanClassName)
			.filter(java.util.Objects::nonNull)
			.map(name -> ClassUtils.resolveClassName(name, PropertyCatalogue.class.getClassLoader()))
			.filter(Class::isRecord)
			.map(type -> new Group(prefix(type), type))
			.sorted(java.util.Comparator.comparing(Group::prefix))
			.toList();
	}

	private static String prefix(Class<?> type) {
		ConfigurationProperties annotation = AnnotationUtils.getAnnotation(type, ConfigurationProperties.class);
		return annotation == null ? "" : annotation.prefix().isEmpty() ? annotation.value() : annotation.prefix();
	}

	/** All settings of all groups. */
	public static List<Key> keys() {
		List<Key> keys = new ArrayList<>();
		groups().forEach(group -> collect(group.prefix(), group.type(), keys));
		return keys;
	}

	/** Whether the group has a component that the name lies at or below. */
	static boolean has(Group group, ConfigurationPropertyName name) {
		ConfigurationPropertyName prefix = ConfigurationPropertyName.of(group.prefix());
		return java.util.Arrays.stream(group.type().getRecordComponents())
			.map(component -> prefix.append(name(component)))
			.anyMatch(own -> own.equals(name) || own.isAncestorOf(name));
	}

	private static void collect(String prefix, Class<?> type, List<Key> keys) {
		for (RecordComponent component : type.getRecordComponents()) {
			collectComponent(prefix + '.' + name(component), component.getGenericType(), defaultOf(type, component),
					keys);
		}
	}

	private static void collectComponent(String name, Type type, String defaultValue, List<Key> keys) {
		if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
			Type[] arguments = generic.getActualTypeArguments();
			if (Map.class.isAssignableFrom(raw)) {
				collectComponent(name + ".*", arguments[1], "", keys);
			}
			else if (Iterable.class.isAssignableFrom(raw) && isNested(arguments[0])) {
				collectComponent(name + "[*]", arguments[0], "", keys);
			}
			else if (raw == Optional.class) {
				collectComponent(name, arguments[0], defaultValue, keys);
			}
			else {
				keys.add(new Key(name, "list", defaultValue));
			}
		}
		else if (isNested(type)) {
			collect(name, (Class<?>) type, keys);
		}
		else {
			keys.add(new Key(name, simpleName(type), defaultValue));
		}
	}

	private static boolean isNested(Type type) {
		return type instanceof Class<?> nested && nested.isRecord();
	}

	private static String simpleName(Type type) {
		if (!(type instanceof Class<?> plain)) {
			return type.getTypeName();
		}
		if (plain.isEnum()) {
			return java.util.Arrays.stream(plain.getEnumConstants())
				.map(constant -> constant.toString().toLowerCase(java.util.Locale.ROOT).replace('_', '-'))
				.collect(java.util.stream.Collectors.joining(", "));
		}
		return plain.getSimpleName().toLowerCase(java.util.Locale.ROOT);
	}

	private static String name(RecordComponent component) {
		Name name = component.getAnnotation(Name.class);
		String plain = name == null ? component.getName() : name.value();
		return plain.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(java.util.Locale.ROOT);
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

	/** The known key most like an unknown one, if any is at all like it. */
	static Optional<String> closest(ConfigurationPropertyName unknown) {
		String wanted = pattern(unknown.toString());
		org.apache.commons.text.similarity.LevenshteinDistance distance = org.apache.commons.text.similarity.LevenshteinDistance
			.getDefaultInstance();
		int limit = Math.max(3, wanted.length() / 4);
		return keys().stream()
			.map(Key::name)
			.min(java.util.Comparator.comparingInt((String name) -> distance.apply(name, wanted)))
			.filter(name -> distance.apply(name, wanted) <= limit);
	}

	private static String pattern(String name) {
		return name.replaceAll("\\[\\d+]", "[*]");
	}

}
