package org.campanile.storage.memory;

/**
 * What durable state is kept under; in the order in which it is listed.
 *
 * @param principalHash stands for the person
 * @param serviceHash stands for the service
 */
record PersonAtService(String principalHash, String serviceHash) implements Comparable<PersonAtService> {

	@Override
	public int compareTo(PersonAtService other) {
		int order = principalHash.compareTo(other.principalHash);
		return order != 0 ? order : serviceHash.compareTo(other.serviceHash);
	}

}
