package org.campanile.attribute;

import java.util.Arrays;
import java.util.Base64;

/** One value of an attribute. */
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

}
