package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

import org.jspecify.annotations.Nullable;

/**
 * The state of one file in the watched folder.
 *
 * @param signature the file as last examined; null if it could not be
 * @param digest SHA-256 of the content last examined; empty if it could not be
 * @param rechecks the number of further polls in which the content is checked although
 * the signature is unchanged: time stamps are too coarse to reveal a second change
 * immediately after the first
 * @param good the version that is served
 * @param problem why the current version is not served; null if it is
 * @param missing whether the file was absent at the last poll
 */
record WatchedFile(@Nullable FileSignature signature, String digest, int rechecks, @Nullable LoadedMetadata good,
		@Nullable MetadataProblem problem, boolean missing) {

	static final int RECHECKS = 3;

	WatchedFile found() {
		return new WatchedFile(signature, digest, rechecks, good, problem, false);
	}

	WatchedFile lost() {
		return new WatchedFile(signature, digest, rechecks, good, problem, true);
	}

	WatchedFile rechecked() {
		return new WatchedFile(signature, digest, rechecks - 1, good, problem, false);
	}

	/** Returns the same state with a new signature, because the content is unchanged. */
	WatchedFile touched(FileSignature now) {
		return new WatchedFile(now, digest, RECHECKS, good, problem, false);
	}

	static WatchedFile good(@Nullable FileSignature signature, String digest, LoadedMetadata version) {
		return new WatchedFile(signature, digest, RECHECKS, version, null, false);
	}

	/** Detects a changed file without reading it. */
	record FileSignature(FileTime modified, long size, @Nullable Object key) {

		static FileSignature of(Path path) throws IOException {
			BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
			return new FileSignature(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
		}

	}

}
