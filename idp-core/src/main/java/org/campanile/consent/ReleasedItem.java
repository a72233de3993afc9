package org.campanile.consent;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

import org.campanile.attribute.AttributeValue;
import org.campanile.release.ReleasedAttributes;
import org.campanile.seal.Sha256;

/**
 * An item that a service receives about a user.
 *
 * @param id the attribute's id, or {@link #NAME}
 * @param values its values, at least one
 */
public record ReleasedItem(String id, List<AttributeValue> values) {

	/** The id that stands for the name by which the answer identifies the user. */
	public static final String NAME = ":name";

	private static final int DIGEST_BYTES = 16;

	public ReleasedItem {
		values = List.copyOf(values);
	}

	/**
	 * Returns all items that a service receives.
	 * @param name the user's name at the service; empty if it names nobody
	 */
	static List<ReleasedItem> of(Optional<String> name, ReleasedAttributes released) {
		List<ReleasedItem> items = new ArrayList<>();
		name.ifPresent(value -> items.add(new ReleasedItem(NAME, List.of(new AttributeValue.Text(value)))));
		released.attributes().forEach(attribute -> items.add(new ReleasedItem(attribute.id(), attribute.values())));
		return items;
	}

	/**
	 * Returns a digest that is equal for the same values in any order; kept under a seal.
	 */
	String digest() {
		return digest(values.stream().map(AttributeValue::text).sorted().toList());
	}

	static String digest(List<String> parts) {
		MessageDigest sha256 = Sha256.begin();
		for (String part : parts) {
			byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
			// The length precedes the bytes, so that no two lists yield the same digest.
			sha256.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
			sha256.update(bytes);
		}
		return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(sha256.digest(), DIGEST_BYTES));
	}

}
