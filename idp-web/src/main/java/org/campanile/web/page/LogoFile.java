package org.campanile.web.page;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The institution's logo, from the home folder.
 *
 * @param bytes the image
 * @param contentType its media type
 * @param version changes whenever the image does
 */
record LogoFile(byte[] bytes, String contentType, String version) {

	/** The maximum size of a logo, in bytes. */
	static final int LARGEST = 512 * 1024;

	private static final Map<String, String> TYPES = Map.of("svg", "image/svg+xml", "png", "image/png", "jpg",
			"image/jpeg", "jpeg", "image/jpeg", "gif", "image/gif", "webp", "image/webp", "avif", "image/avif");

	/** The content type by the file's name. */
	static Optional<String> contentType(String fileName) {
		String extension = fileName.substring(fileName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
		return Optional.ofNullable(TYPES.get(extension));
	}

}
