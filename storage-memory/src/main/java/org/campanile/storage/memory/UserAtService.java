package org.campanile.storage.memory;

/**
 * The key of durable state; in the order of listings.
 *
 * @param principalHash identifies the user
 * @param serviceHash identifies the service
 */
record UserAtService(String principalHash, String serviceHash) implements Comparable<UserAtService> {

	@Override
	public int compareTo(UserAtService other) {
		int order = principalHash.compareTo(other.principalHash);
		return order != 0 ? order : serviceHash.compareTo(other.serviceHash);
	}

}
