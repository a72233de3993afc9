package org.campanile.seal;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.cbor.CBORWriteFeature;

/**
 * Encodes records with short keys as CBOR (RFC 8949), for sealed values that are stored
 * or sent. Unknown keys are skipped.
 */
public final class Cbor {

	private static final Logger logger = LoggerFactory.getLogger(Cbor.class);

	private static final CBORMapper MAPPER = CBORMapper.builder()
		.enable(CBORWriteFeature.LENIENT_UTF_ENCODING)
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.build();

	private Cbor() {
	}

	public static byte[] write(Object form) {
		return MAPPER.writeValueAsBytes(form);
	}

	/**
	 * Reads a record.
	 * @return empty if the bytes have another form, as a newer version may write
	 */
	public static <T> Optional<T> read(byte[] bytes, Class<T> type) {
		try {
			@Nullable T form = MAPPER.readValue(bytes, type);
			return Optional.ofNullable(form);
		}
		catch (JacksonException ex) {
			// The message is not logged, as it may quote the content.
			logger.debug("A {} is of an unknown form: {}", type.getSimpleName(), ex.getClass().getSimpleName());
			return Optional.empty();
		}
	}

	/**
	 * Checks further keys that are stored at the same level as a record's own.
	 * @param reserved the record's keys
	 * @throws IllegalArgumentException if one of the others is reserved: it would be read
	 * as the record's
	 */
	public static void requireFree(Set<String> reserved, Map<String, ?> others) {
		for (String key : others.keySet()) {
			if (reserved.contains(key)) {
				throw new IllegalArgumentException("'" + key + "' is a key of the stored form itself; name it "
						+ "otherwise, without " + new TreeSet<>(reserved));
			}
		}
	}

	/** The values that are strings; others are from a later version and are skipped. */
	public static Map<String, String> texts(Map<String, @Nullable Object> values) {
		Map<String, String> texts = new HashMap<>();
		values.forEach((key, value) -> {
			if (value instanceof String text) {
				texts.put(key, text);
			}
		});
		return texts;
	}

}
