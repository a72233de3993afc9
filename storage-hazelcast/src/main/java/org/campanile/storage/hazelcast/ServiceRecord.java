package org.campanile.storage.hazelcast;

/**
 * A service of a stored session.
 *
 * @param service the service's hash
 * @param identifier the hash under which it is looked up; indexed
 * @param state sealed
 */
record ServiceRecord(String service, String identifier, byte[] state) {
}
