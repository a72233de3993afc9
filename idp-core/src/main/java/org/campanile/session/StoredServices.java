package org.campanile.session;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The services of a stored session, which are opened when they are first looked at. A
 * sign-on needs no more than their hashes, and CAS adds one for each ticket. Thread-safe.
 */
final class StoredServices extends AbstractList<ServiceSignOn> {

	private final Set<String> hashes;

	private final Function<ServiceSignOn, Stream<String>> hashing;

	private final Supplier<List<ServiceSignOn>> opening;

	private volatile @Nullable List<ServiceSignOn> opened;

	/**
	 * @param hashes of the services
	 * @param hashing returns the hashes that a service may have, by the keys of the ring,
	 * newest first
	 * @param opening returns the services that can be opened
	 */
	StoredServices(Set<String> hashes, Function<ServiceSignOn, Stream<String>> hashing,
			Supplier<List<ServiceSignOn>> opening) {
		this.hashes = hashes;
		this.hashing = hashing;
		this.opening = opening;
	}

	/** Whether the service is stored; opens nothing. */
	boolean has(ServiceSignOn service) {
		return !hashes.isEmpty() && hashing.apply(service).anyMatch(hashes::contains);
	}

	/** Returns the number of stored services, including those that cannot be opened. */
	int count() {
		return hashes.size();
	}

	StoredServices with(ServiceSignOn service) {
		Set<String> more = new HashSet<>(hashes);
		hashing.apply(service).limit(1).forEach(more::add);
		return new StoredServices(more, hashing, () -> {
			List<ServiceSignOn> all = new ArrayList<>(this);
			all.add(service);
			return all;
		});
	}

	@Override
	public ServiceSignOn get(int index) {
		return opened().get(index);
	}

	@Override
	public int size() {
		return opened().size();
	}

	private List<ServiceSignOn> opened() {
		List<ServiceSignOn> services = opened;
		if (services == null) {
			services = List.copyOf(opening.get());
			opened = services;
		}
		return services;
	}

}
