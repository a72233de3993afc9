package org.campanile.web.config;

/**
 * One thing wrong with the configuration.
 *
 * @param line {@code key: what is wrong; what to do}, with file and line where they are
 * known
 */
public record ConfigurationFault(String line) {
}
