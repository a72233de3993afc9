package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

import org.jspecify.annotations.Nullable;

/** Detects a changed file without reading it. */
record FileSignature(FileTime modified, long size, @Nullable Object key) {

	static FileSignature of(Path path) throws IOException {
		BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
		return new FileSignature(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
	}

}
