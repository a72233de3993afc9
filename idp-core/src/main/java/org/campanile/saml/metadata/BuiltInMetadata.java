package org.campanile.saml.metadata;

/**
 * Metadata that does not come from the folder, such as that of the demo's service. Takes
 * precedence over an entity with the same entityID in a file.
 *
 * @param name its name in log lines; need not be a file name
 * @param xml an EntityDescriptor or EntitiesDescriptor
 */
public record BuiltInMetadata(String name, byte[] xml) {
}
