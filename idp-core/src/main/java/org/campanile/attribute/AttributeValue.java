package org.campanile.attribute;

import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/** A value of an attribute. */
public sealed interface AttributeValue {

	/**
	 * The value as text: a scoped value as {@code value@scope}, a binary value in base64.
	 */
	String text();

	/** A character string. */
	record Text(String text) implements AttributeValue {
	}

	/** A value within a scope, such as {@code staff} within {@code example.edu}. */
	record Scoped(String value, String scope) implements AttributeValue {

		@Override
		public String text() {
			return value + '@' + scope;
		}

	}

	/**
	 * Bytes, such as an {@code objectGUID}; the array is never modified after
	 * construction.
	 */
	record Binary(byte[] bytes) implements AttributeValue {

		@Override
		public String text() {
			return Base64.getEncoder().encodeToString(bytes);
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof Binary binary && Arrays.equals(bytes, binary.bytes);
		}

		@Override
		public int hashCode() {
			return Arrays.hashCode(bytes);
		}

		@Override
		public String toString() {
			return "Binary[" + text() + "]";
		}

	}

	/**
	 * The form in which a value is stored and travels sealed: a text alone is written as
	 * a string, anything else as a map.
	 *
	 * @param v text or value
	 * @param o scope
	 * @param b bytes
	 */
	record Form(@Nullable String v, @Nullable String o, byte @Nullable [] b) {

		@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
		static Form text(String text) {
			return new Form(text, null, null);
		}

		@JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
		static Form of(@JsonProperty("v") @Nullable String v, @JsonProperty("o") @Nullable String o,
				@JsonProperty("b") byte @Nullable [] b) {
			return new Form(v, o, b);
		}

		/** The forms of a user's attributes, in their order. */
		public static Map<String, List<Form>> of(ResolvedAttributes attributes) {
			Map<String, List<Form>> result = new LinkedHashMap<>();
			attributes.values().forEach((id, values) -> result.put(id, values.stream().map(Form::of).toList()));
			return result;
		}

		private static Form of(AttributeValue value) {
			return switch (value) {
				case Text text -> new Form(text.text(), null, null);
				case Scoped scoped -> new Form(scoped.value(), scoped.scope(), null);
				case Binary binary -> new Form(null, null, binary.bytes());
			};
		}

		public static ResolvedAttributes toAttributes(Map<String, List<Form>> forms) {
			Map<String, List<AttributeValue>> result = new LinkedHashMap<>();
			forms.forEach((id, list) -> result.put(id, list.stream().map(Form::toValue).toList()));
			return new ResolvedAttributes(result);
		}

		private AttributeValue toValue() {
			if (b != null) {
				return new Binary(b);
			}
			String text = v == null ? "" : v;
			return o == null ? new Text(text) : new Scoped(text, o);
		}

		@JsonValue
		Object form() {
			if (b != null) {
				return Map.of("b", b);
			}
			String text = v == null ? "" : v;
			return o == null ? text : Map.of("v", text, "o", o);
		}

	}

}
