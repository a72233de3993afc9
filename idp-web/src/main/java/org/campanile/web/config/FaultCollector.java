package org.campanile.web.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.util.unit.DataSize;

/**
 * Collects values of the wrong type without aborting, so that one run finds all of them.
 */
record FaultCollector(Faults faults) implements BindHandler {

	private static final Map<String, String> FORMS = Map.of("Duration", "a duration, such as 90s, 15m, 8h or 1d",
			"DataSize", "a size, such as 256KB or 10MB", "Boolean", "true or false", "Integer", "a whole number",
			"Long", "a whole number", "Path", "a path", "InetAddress", "an address of this host, such as 10.0.0.5");

	/** Matches the keys of access rules, also of those in the file of a service. */
	private static final Pattern ACCESS_RULE = Pattern.compile("(campanile\\.access\\.rules|access)\\[[0-9]+]\\..+");

	private static final Set<String> BOOLEANS = Set.of("true", "false");

	/** Matches the beginning of a component of a distinguished name. */
	private static final Pattern COMPONENT = Pattern.compile("\\s*([A-Za-z][A-Za-z0-9-]*|[0-9]+(\\.[0-9]+)+)\\s*=");

	@Override
	public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Exception error) {
		Class<?> type = target.getBoxedType().resolve(Object.class);
		ConfigurationProperty property = context.getConfigurationProperty();
		if (type.isRecord() && NestedExceptionUtils.getMostSpecificCause(error) instanceof ConverterNotFoundException) {
			// A value in place of a group: reported with the keys of the group.
			return null;
		}
		if (property == null || !property.getName().equals(name)) {
			faults.add(own(name, error));
		}
		else {
			faults.add(name + ": " + described(String.valueOf(property.getValue()), type));
		}
		// Treated as if it were not set, so that the rest is checked as well.
		return null;
	}

	/**
	 * Refuses what Spring reads in a way that is never the intention: a bare number as
	 * milliseconds or bytes, a distinguished name in place of a list as one member for
	 * each of its components, and a text or a name that YAML takes for a boolean, such as
	 * {@code yes} or {@code TRUE}, as {@code true}.
	 */
	@Override
	public @Nullable Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Object result) {
		ConfigurationProperty property = context.getConfigurationProperty();
		if (name.isLastElementIndexed() && BOOLEANS.contains(name.getLastElement(Form.ORIGINAL))) {
			faults.add(name + ": the name is a boolean in YAML; put it in quotes");
		}
		if (property == null || !property.getName().equals(name)) {
			return result;
		}
		String unit = switch (result) {
			case Duration duration when !duration.isZero() -> "s for seconds";
			// Spring Boot has sizes that -1 makes unlimited.
			case DataSize size when size.toBytes() > 0 -> "B for bytes";
			default -> "";
		};
		String value = String.valueOf(property.getValue()).strip();
		if (!unit.isEmpty() && value.matches("[+-]?[0-9]+")) {
			faults.add(name + ": \"" + value + "\" has no unit; write " + value + unit + ", or give "
					+ FORMS.get(result.getClass().getSimpleName()));
			return null;
		}
		Collection<?> texts = result instanceof Collection<?> members ? members : List.of(result);
		if (property.getValue() instanceof Boolean && texts.stream().allMatch(String.class::isInstance)) {
			faults.add(name + ": is a boolean in YAML; put it in quotes");
		}
		if (texts.size() > 1 && texts.stream().anyMatch(text -> COMPONENT.matcher(String.valueOf(text)).lookingAt())) {
			faults.add(name + ": is one text, which is split at each comma, also within a distinguished name; "
					+ "write a list, such as [\"ou=physics,dc=example,dc=edu\"]");
		}
		return result;
	}

	/**
	 * Refuses a key of an access rule, or a member of its list, with nothing in it. Most
	 * would count as not written, so that a rule without its effect would permit.
	 */
	@Override
	public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			@Nullable Object result) {
		ConfigurationProperty property = context.getConfigurationProperty();
		if (property == null || !property.getName().equals(name) || !ACCESS_RULE.matcher(name.toString()).matches()) {
			return;
		}
		boolean empty = switch (result) {
			// What was refused is null, too.
			case null -> context.getBinder().bind(name, Bindable.of(String.class)).map(String::isBlank).orElse(false);
			case String text -> text.isBlank();
			case Collection<?> members -> members.contains("");
			default -> false;
		};
		if (empty) {
			faults.add(name + (result instanceof Collection<?> ? ": has an empty member" : ": is empty")
					+ "; give a value, or remove it");
		}
	}

	private static String described(String value, Class<?> type) {
		if (type.isEnum()) {
			List<String> constants = Arrays.stream(type.getEnumConstants())
				.map(constant -> ConfiguredNames.of((Enum<?>) constant))
				.toList();
			return '"' + value + "\" is none of " + String.join(", ", constants)
					+ ConfiguredNames.suggestion(value.toLowerCase(Locale.ROOT), constants);
		}
		String form = FORMS.get(type.getSimpleName());
		return form == null ? '"' + value + "\" cannot be read as " + type.getSimpleName().toLowerCase(Locale.ROOT)
				: '"' + value + "\" cannot be read; give " + form;
	}

	/** The message of a group whose constructor fails. */
	private static String own(ConfigurationPropertyName name, Exception error) {
		String reason = String.valueOf(NestedExceptionUtils.getMostSpecificCause(error).getMessage());
		return reason.startsWith("campanile.") ? reason : name + ": " + reason;
	}

}
