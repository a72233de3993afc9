package org.campanile.seal;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.seal.KeyRingLoader.KeyFile;

/**
 * The key ring of a folder while the server runs: key files can be added and removed
 * without a restart. Thread-safe.
 * <p>
 * In a cluster a key must be loaded on every node before any node seals with it. So a key
 * seals only after the activation delay, counted from the modification of its file if it
 * was found at startup, otherwise from when it was first seen. Of the keys that are old
 * enough, the last by name seals; if there is none, the first by name, so that nodes
 * agree.
 */
public final class LiveKeyRing implements KeyRingSource {

	private static final Logger logger = LoggerFactory.getLogger(LiveKeyRing.class);

	/**
	 * Tokens with made-up key names cause at most one read in this time.
	 */
	private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(1);

	/** The maximum wait for a read; the folder may be on a network. */
	private static final int RENEWAL_MILLIS = 250;

	private final KeyRingLoader loader;

	private final Path folder;

	private final Duration activationDelay;

	private final InstantSource clock;

	/** The keys by file, the newest first; guarded by this. */
	private Map<Path, SealingKey> keys = new LinkedHashMap<>();

	/** The time since when each key has been there, by its name; guarded by this. */
	private final Map<String, Instant> since = new HashMap<>();

	/** The faults of the folder that were already logged; guarded by this. */
	private Set<String> told = new HashSet<>();

	private volatile KeyRing ring;

	private volatile String description;

	private final Object gate = new Object();

	/** The time of the last renewal; guarded by the gate. */
	private Instant renewedAt = Instant.MIN;

	/** The renewal in progress; guarded by the gate. */
	private CompletableFuture<Void> renewal = CompletableFuture.completedFuture(null);

	/**
	 * Reads the folder, and creates a key if there is none.
	 * @throws IOException if the folder cannot be read, or written when there is no key
	 * @throws IllegalArgumentException naming the file whose content is not a key, or the
	 * same key as another's
	 */
	public LiveKeyRing(KeyRingLoader loader, Path folder, Duration activationDelay, InstantSource clock)
			throws IOException {
		this.loader = loader;
		this.folder = folder;
		this.activationDelay = activationDelay;
		this.clock = clock;
		Instant now = clock.instant();
		for (KeyFile found : loader.files(folder)) {
			keys.put(found.file(), found.key());
			// A date in the future would prevent the key from ever sealing.
			since.put(found.key().name(), found.modified().isBefore(now) ? found.modified() : now);
		}
		this.ring = assemble(now);
		this.description = describe(ring);
	}

	@Override
	public KeyRing current() {
		return ring;
	}

	@Override
	public KeyRing renewed() {
		try {
			renewal().get(RENEWAL_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (TimeoutException ex) {
			logger.warn("{}: reading takes long; the {} already read stay in force", folder, loader.family().plural());
		}
		catch (ExecutionException ex) {
			logger.error("{}: the {} could not be read", folder, loader.family().plural(), ex.getCause());
		}
		return ring;
	}

	private CompletableFuture<Void> renewal() {
		Instant now = clock.instant();
		synchronized (gate) {
			boolean justNow = !renewedAt.equals(Instant.MIN)
					&& Duration.between(renewedAt, now).abs().compareTo(BETWEEN_RENEWALS) < 0;
			if (renewal.isDone() && !justNow) {
				renewedAt = now;
				renewal = CompletableFuture.runAsync(this::poll, Thread::startVirtualThread);
			}
			return renewal;
		}
	}

	/** Reads the folder; to be called every few seconds. */
	public synchronized void poll() {
		Instant now = clock.instant();
		Set<String> faults = new HashSet<>();
		Map<Path, SealingKey> found = read(faults);
		if (found.isEmpty() && faults.isEmpty()) {
			faults.add(folder + ": the last " + loader.family().noun() + " was removed; the keys already read stay in "
					+ "force, but a restart " + loader.family().restartWithoutKey() + "; put it back");
		}
		if (!found.isEmpty()) {
			keys = found;
			Set<String> names = found.values().stream().map(SealingKey::name).collect(Collectors.toSet());
			since.keySet().retainAll(names);
			names.forEach(name -> since.putIfAbsent(name, now));
		}
		faults.stream().filter(fault -> !told.contains(fault)).forEach(logger::error);
		told = faults;
		KeyRing next = assemble(now);
		if (!next.keys().stream().map(SealingKey::name).toList().equals(names(ring))) {
			description = describe(next);
			ring = next;
			logger.info("The {} have changed: {}", loader.family().plural(), description);
		}
	}

	/** The keys in the folder; for files that cannot be read now, their previous keys. */
	private Map<Path, SealingKey> read(Set<String> faults) {
		Map<Path, SealingKey> found = new LinkedHashMap<>();
		try {
			for (Path file : loader.list(folder)) {
				read(file, found, faults);
			}
			return found;
		}
		catch (IOException | DirectoryIteratorException ex) {
			faults.add(folder + ": cannot be listed (" + ex + "); the " + loader.family().plural()
					+ " already read stay in force");
			return keys;
		}
	}

	private void read(Path file, Map<Path, SealingKey> found, Set<String> faults) {
		SealingKey before = keys.get(file);
		try {
			SealingKey key = loader.read(file).key();
			if (found.values().stream().anyMatch(other -> other.name().equals(key.name()))) {
				faults
					.add(file + ": holds the same " + loader.family().noun() + " as another file; remove one of them");
				return;
			}
			found.put(file, key);
		}
		catch (NoSuchFileException ex) {
			logger.debug("{}: removed while the folder was read", file);
		}
		catch (IOException | IllegalArgumentException ex) {
			String remedy = before == null ? "not used" : "the key it held stays in force";
			faults.add((ex instanceof IOException ? file + ": cannot be read (" + ex + ")" : ex.getMessage()) + "; "
					+ remedy);
			if (before != null) {
				found.put(file, before);
			}
		}
	}

	/** Returns the ring with the sealing key first, then the others, the newest first. */
	private KeyRing assemble(Instant now) {
		List<SealingKey> newestFirst = new ArrayList<>(keys.values());
		SealingKey writing = newestFirst.stream()
			.filter(key -> !since.getOrDefault(key.name(), now).plus(activationDelay).isAfter(now))
			.findFirst()
			.orElse(newestFirst.getLast());
		newestFirst.remove(writing);
		newestFirst.addFirst(writing);
		return new KeyRing(newestFirst);
	}

	private static List<String> names(KeyRing ring) {
		return ring.keys().stream().map(SealingKey::name).toList();
	}

	private String describe(KeyRing described) {
		Map<String, String> files = new HashMap<>();
		keys.forEach((file, key) -> files.put(key.name(), file.getFileName() + " (" + key.name() + ")"));
		return "now writes: " + files.get(described.newest().name()) + "; now read: "
				+ described.keys().stream().map(key -> files.get(key.name())).collect(Collectors.joining(", "));
	}

	/** Describes a key by file and name; by name alone if it is not in the folder. */
	public synchronized String describe(String name) {
		return keys.entrySet()
			.stream()
			.filter(entry -> entry.getValue().name().equals(name))
			.map(entry -> entry.getKey().getFileName() + " (" + name + ")")
			.findFirst()
			.orElse(name);
	}

	/** The key that will seal once its activation delay is over, by file and name. */
	public synchronized Optional<String> waiting() {
		String last = keys.values().iterator().next().name();
		return last.equals(ring.newest().name()) ? Optional.empty() : Optional.of(describe(last));
	}

	/** Returns the faults of key files found when the folder was last read. */
	public synchronized Set<String> faults() {
		return Set.copyOf(told);
	}

	/** Describes the keys in force, by file and name, for the log. */
	public String describe() {
		return description;
	}

}
