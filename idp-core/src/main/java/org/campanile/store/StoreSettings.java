package org.campanile.store;

import java.time.Duration;

/**
 * Settings of every store that can block its caller.
 *
 * @param deadline how long one operation may take before its caller continues without it
 */
public record StoreSettings(Duration deadline) {
}
