package org.campanile.saml.metadata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.relyingparty.RelyingPartyOverride;
import org.campanile.relyingparty.RelyingPartyRegistry;
import org.campanile.relyingparty.RelyingPartySettings;
import org.campanile.saml.internal.metadata.EntityReading;
import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services whose metadata lies in the home folder. Of each file an index of its
 * entities is held; an entity is read when it is asked for, and kept while it is in use.
 * Look-ups see one immutable snapshot, and never wait for a reload. Thread-safe.
 */
public final class MetadataRelyingPartyRegistry implements RelyingPartyRegistry, AutoCloseable {

	private static final Logger log = LoggerFactory.getLogger(MetadataRelyingPartyRegistry.class);

	private final HomeFolder home;

	private final MetadataSettings settings;

	private final InstantSource clock;

	private final MetadataMetrics metrics;

	private final EntityLoader entities;

	private final CopyStore copies;

	private final MetadataFolder folder;

	private final ExpiryWatch expiry = new ExpiryWatch();

	private final ReentrantLock polling = new ReentrantLock();

	private final ScheduledExecutorService scheduler = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("metadata-poll").factory());

	/**
	 * Keys are compared by identity, so that a new version of a file never meets old
	 * ones.
	 */
	private final Cache<IndexedEntity, EntityReading> readings;

	/**
	 * Entities whose faults are in the log already; forgotten with their file's version.
	 */
	private final Set<IndexedEntity> said = Collections
		.newSetFromMap(Caffeine.newBuilder().weakKeys().<IndexedEntity, Boolean>build().asMap());

	private volatile Snapshot snapshot = Snapshot.EMPTY;

	private volatile List<MetadataProblem> fileProblems = List.of();

	private volatile List<MetadataProblem> expiries = List.of();

	/**
	 * Reads the folder for the first time. A bad file is no error here: it is in the log,
	 * in {@link #problems()} and in the metrics.
	 * @param overrides local settings, later ones winning
	 * @param builtIn metadata besides the folder's
	 * @throws IllegalArgumentException if built-in metadata is no good
	 * @throws UncheckedIOException if the work folder cannot be written to
	 */
	public MetadataRelyingPartyRegistry(HomeFolder home, MetadataSettings settings,
			List<RelyingPartyOverride> overrides, List<BuiltInMetadata> builtIn, InstantSource clock,
			MeterRegistry meters) {
		this.home = home;
		this.settings = settings;
		this.clock = clock;
		this.entities = new EntityLoader(RelyingPartySettings.DEFAULTS, overrides);
		this.readings = Caffeine.newBuilder().maximumSize(settings.cachedServices()).weakKeys().build();
		this.metrics = new MetadataMetrics(meters, this);
		try {
			this.copies = new CopyStore(home.work().resolve("metadata"), settings.maxFileBytes());
			makeFolder();
			this.folder = new MetadataFolder(home.metadata(), copies, entities, clock, metrics::refused);
			for (BuiltInMetadata metadata : builtIn) {
				folder.addBuiltIn(metadata);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(home.work().resolve("metadata") + ": cannot be written to", ex);
		}
		poll();
	}

	/** A new home gets its folder; one that had services and lost it is in trouble. */
	private void makeFolder() throws IOException {
		if (Files.notExists(home.metadata()) && copies.sources().isEmpty()) {
			Files.createDirectories(home.metadata());
		}
	}

	/** Begins to follow the folder; until then only {@link #poll()} looks at it. */
	public void start() {
		long interval = settings.pollInterval().toMillis();
		scheduler.scheduleWithFixedDelay(this::pollSafely, interval, interval, TimeUnit.MILLISECONDS);
	}

	private void pollSafely() {
		try {
			poll();
		}
		catch (RuntimeException ex) {
			// Thrown on, it would end the schedule for good.
			log.error("metadata/: could not be looked at; what was read before is served on, next try in {}",
					settings.pollInterval(), ex);
		}
	}

	/**
	 * Looks at the folder now, and takes over what has changed before it returns.
	 */
	public void poll() {
		polling.lock();
		try {
			Snapshot before = snapshot;
			Optional<Snapshot> changed = folder.poll();
			changed.ifPresent(current -> {
				current.files()
					.stream()
					.filter(LoadedMetadata::readWhole)
					.forEach(file -> said.addAll(file.services()));
				snapshot = current;
				List<MetadataProblem> duplicates = new ArrayList<>(current.duplicates());
				duplicates.removeAll(before.duplicates());
				duplicates.stream().filter(p -> p.severity() == Severity.ERROR).forEach(p -> metrics.refused());
				ProblemLog.write(duplicates);
				metrics.expiries(ExpiryWatch.firstEnds(current));
			});
			fileProblems = List.copyOf(folder.problems());
			if (fileProblems.isEmpty()) {
				metrics.looked(clock.instant());
			}
			expiries = expiry.look(snapshot, clock.instant());
			folder.tidy(snapshot, before);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			polling.unlock();
		}
	}

	@Override
	public Optional<RelyingParty> find(String entityId) {
		return look(entityId) instanceof Look.Found found ? Optional.of(found.service()) : Optional.empty();
	}

	/**
	 * Why {@link #find} does not give a service that metadata does name: expired, faulty.
	 * @return empty if it gives it, or if no metadata names it
	 */
	public Optional<String> reasonUnavailable(String entityId) {
		return look(entityId) instanceof Look.Unavailable unavailable ? Optional.of(unavailable.reason())
				: Optional.empty();
	}

	/**
	 * How many services are known. In files of more than a hundred services, those that
	 * turn out to be faulty when they are asked for are counted; so are expired ones.
	 */
	@Override
	public int size() {
		return snapshot.services().size();
	}

	/** How many files are served, built-in metadata included. */
	public int fileCount() {
		return snapshot.files().size();
	}

	/**
	 * Why files are not served as they are now: the whole file, of which an earlier good
	 * version is served if there is one; a service in it that is served as it was before;
	 * or one that is served from another file.
	 */
	public List<MetadataProblem> problems() {
		return fileProblems;
	}

	/** How many files have {@link #problems()}. */
	int badFileCount() {
		return (int) problems().stream().map(MetadataProblem::file).distinct().count();
	}

	/**
	 * Files that hold services whose metadata has expired, as errors, or does so within
	 * two days, as warnings.
	 */
	public List<MetadataProblem> expiries() {
		return expiries;
	}

	/**
	 * Why logins should not be sent here: there are files, and no service could be had
	 * from any of them. Empty if all is well; also if there is nothing in the folder.
	 */
	public Optional<String> reasonUnready() {
		return size() > 0 ? Optional.empty() : problems().stream().map(MetadataProblem::message).findFirst();
	}

	private Look look(String entityId) {
		Snapshot current = snapshot;
		while (true) {
			try {
				return look(entityId, current);
			}
			catch (UncheckedIOException ex) {
				Snapshot newer = snapshot;
				if (newer == current) {
					log.error("metadata/: {} cannot be read: {}", entityId, String.valueOf(ex.getMessage()));
					return new Look.Unavailable("its metadata cannot be read: " + ex.getMessage());
				}
				// The copy went with its snapshot.
				current = newer;
			}
		}
	}

	private Look look(String entityId, Snapshot current) {
		IndexedEntity entity = current.services().get(entityId);
		if (entity == null) {
			String reason = current.unavailable().get(entityId);
			return reason == null ? Look.UNKNOWN : new Look.Unavailable(reason);
		}
		if (entity.expired(clock.instant())) {
			return new Look.Unavailable(
					"its metadata (" + entity.place() + ") ended at " + entity.ends() + "; fetch the file anew");
		}
		return switch (readings.get(entity, this::read)) {
			case EntityReading.Service service -> new Look.Found(service.relyingParty());
			case EntityReading.Refused refused -> new Look.Unavailable(entity.place() + ": " + refused.reason());
		};
	}

	private EntityReading read(IndexedEntity entity) {
		try {
			EntityReading reading = entities.load(entity);
			List<MetadataProblem> problems = MetadataLoader.problems(entity, reading);
			if (!problems.isEmpty() && said.add(entity)) {
				ProblemLog.write(problems);
			}
			return reading;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		scheduler.shutdownNow();
	}

	private sealed interface Look {

		Look UNKNOWN = new Unknown();

		record Found(RelyingParty service) implements Look {
		}

		record Unavailable(String reason) implements Look {
		}

		record Unknown() implements Look {
		}

	}

}
