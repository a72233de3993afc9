package org.campanile.saml.metadata;

import java.nio.file.Path;

/**
 * A private copy of a metadata file: UTF-8 without byte order mark, never changed once it
 * has its final name.
 *
 * @param file the name of the source file
 * @param path the path of the copy
 * @param digest SHA-256 of the copy, in hexadecimal
 */
record MetadataCopy(String file, Path path, String digest) {
}
