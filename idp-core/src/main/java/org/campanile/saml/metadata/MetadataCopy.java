package org.campanile.saml.metadata;

import java.nio.file.Path;

/**
 * Our own copy of a metadata file: UTF-8 without byte order mark, never changed once it
 * has its name.
 *
 * @param file name of the file it was made from
 * @param path where the copy is
 * @param digest SHA-256 of the copy, in hexadecimal
 */
record MetadataCopy(String file, Path path, String digest) {
}
