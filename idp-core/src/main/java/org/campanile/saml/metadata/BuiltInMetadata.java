package org.campanile.saml.metadata;

/**
 * Metadata that does not come from the folder, such as that of the demo's own service. It
 * wins over an entity of the same name in a file.
 *
 * @param name what it is called in log lines; a file name with {@code .xml} is not needed
 * @param xml an EntityDescriptor or EntitiesDescriptor
 */
public record BuiltInMetadata(String name, byte[] xml) {
}
