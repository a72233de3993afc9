package org.campanile.saml.metadata;

/**
 * Metadata that comes with the server itself rather than from a file, such as that of the
 * demo's services.
 *
 * @param name names it in log lines
 * @param xml an EntityDescriptor or EntitiesDescriptor in UTF-8
 */
public record BuiltInMetadata(String name, byte[] xml) {
}
