package org.campanile.seal;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A sealing key as it was found.
 *
 * @param file where
 * @param modified when the file was last modified
 * @param key what it holds
 */
record KeyFile(Path file, Instant modified, SealingKey key) {
}
