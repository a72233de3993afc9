package org.campanile.web.cas.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * A value of a JSON file, with its line. CAS servers write collections with the name of
 * their Java class: {@code ["java.util.ArrayList", [ … ]]}, and {@code @class} in
 * objects; {@link #items} and {@link #members} leave those out.
 */
sealed interface JsonValue {

	/** The key of the type of an object. */
	String CLASS = "@class";

	/** Returns the line, counted from 1. */
	int line();

	record JsonObject(int line, Map<String, JsonValue> all) implements JsonValue {

		/** Returns the name of the class without the package; empty if it has none. */
		String type() {
			return all.get(CLASS) instanceof JsonScalar name ? name.text().substring(name.text().lastIndexOf('.') + 1)
					: "";
		}

	}

	record JsonArray(int line, List<JsonValue> all) implements JsonValue {
	}

	/** Text, a number, true, false or null, as text. */
	record JsonScalar(int line, String text) implements JsonValue {
	}

	/** Thrown for text that is not JSON. */
	class JsonFault extends Exception {

		private static final long serialVersionUID = 1L;

		private final int line;

		JsonFault(int line, String reason) {
			super(reason);
			this.line = line;
		}

		int line() {
			return line;
		}

	}

	/**
	 * The parser, which accepts comments, trailing commas and other quotes like CAS
	 * servers do.
	 */
	JsonFactory FACTORY = JsonFactory.builder()
		.enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
		.enable(JsonReadFeature.ALLOW_YAML_COMMENTS)
		.enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
		.enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
		.enable(JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES)
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.build();

	/** Reads a file that holds one value. */
	static JsonValue parse(byte[] content) throws JsonFault {
		try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), content)) {
			parser.nextToken();
			JsonValue value = value(parser);
			if (parser.nextToken() != null) {
				throw new JsonFault(line(parser), "something follows the end of the service; remove it");
			}
			return value;
		}
		catch (JacksonException ex) {
			int line = ex.getLocation() == null ? 1 : ex.getLocation().getLineNr();
			throw new JsonFault(Math.max(1, line),
					"is not valid JSON: " + String.valueOf(ex.getOriginalMessage()).lines().findFirst().orElse("")
							+ "; check commas, brackets and quotes on this line and the one before it");
		}
	}

	private static int line(JsonParser parser) {
		return parser.currentTokenLocation().getLineNr();
	}

	private static JsonValue value(JsonParser parser) throws JsonFault {
		int line = line(parser);
		JsonToken token = parser.currentToken();
		if (token == JsonToken.START_OBJECT) {
			Map<String, JsonValue> all = new LinkedHashMap<>();
			while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
				String name = parser.currentName();
				parser.nextToken();
				all.put(name, value(parser));
			}
			return new JsonObject(line, all);
		}
		if (token == JsonToken.START_ARRAY) {
			List<JsonValue> all = new ArrayList<>();
			while (parser.nextToken() != JsonToken.END_ARRAY) {
				all.add(value(parser));
			}
			return new JsonArray(line, all);
		}
		if (token == null) {
			throw new JsonFault(line, "is not valid JSON: it ends too early");
		}
		return new JsonScalar(line, token == JsonToken.VALUE_NULL ? "" : parser.getString());
	}

	/** The text of a scalar; empty for anything else, and for null. */
	static String text(@Nullable JsonValue value) {
		return value instanceof JsonScalar scalar ? scalar.text() : "";
	}

	/**
	 * Returns the members of a list; for a scalar that is not empty, the scalar itself.
	 */
	static List<JsonValue> items(@Nullable JsonValue value) {
		if (value instanceof JsonArray array) {
			return array.all().size() == 2 && text(array.all().getFirst()).startsWith("java.util.")
					&& array.all().getLast() instanceof JsonArray typed ? typed.all() : array.all();
		}
		return text(value).isEmpty() || value == null ? List.of() : List.of(value);
	}

	/** Returns the members of an object; none for anything else. */
	static Map<String, JsonValue> members(@Nullable JsonValue value) {
		Map<String, JsonValue> members = new LinkedHashMap<>();
		if (value instanceof JsonObject object) {
			members.putAll(object.all());
			members.remove(CLASS);
		}
		return members;
	}

	/** Whether the value is null, empty, false, or made of such values alone. */
	static boolean isEmpty(@Nullable JsonValue value) {
		return switch (value) {
			case null -> true;
			case JsonScalar scalar -> scalar.text().isEmpty() || scalar.text().equals("false");
			case JsonArray array -> items(array).stream().allMatch(JsonValue::isEmpty);
			case JsonObject object -> members(object).values().stream().allMatch(JsonValue::isEmpty);
		};
	}

}
