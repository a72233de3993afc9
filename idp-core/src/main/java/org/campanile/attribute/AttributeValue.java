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
	 * Octets, such as an {@code objectGUID}; the array is never modified after
	 * construction.
	 */
	record Binary(byte[] octets) implements AttributeValue {

		@Override
		public String text() {
			return Base64.getEncoder().encodeToString(octets);
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof Binary binary && Arrays.equals(octets, binary.octets);
		}

		@Override
		public int hashCode() {
			return Arrays.hashCode(octets);
		}

		@Override
		public String toString() {
			return "Binary[" + text() + "]";
		}

	}

}
