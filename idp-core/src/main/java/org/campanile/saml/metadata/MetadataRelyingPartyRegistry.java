package org.campanile.saml.metadata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.HomeFolder;
import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.relyingparty.RelyingPartySettings;

/**
 * The services whose metadata is in the home folder. Each file is indexed by entity; an
 * entity is read when needed, and cached while it is in use and the local settings are
 * unchanged. Look-ups see one immutable snapshot and never wait for a reload.
 * Thread-safe.
 */
public final class MetadataRelyingPartyRegistry implements RelyingPartyRegistry, AutoCloseable {

	private static final Logger log = LoggerFactory.getLogger(MetadataRelyingPartyRegistry.class);

	private final HomeFolder home;

	private final MetadataSettings settings;

	private final InstantSource clock;

	private final MetadataMetrics metrics;

	private final Supplier<List<RelyingPartyOverride>> overrides;

	private final CopyStore copies;

	private final MetadataFolder folder;

	private final ExpiryWatch expiry = new ExpiryWatch();

	private final ReentrantLock polling = new ReentrantLock();

	private final ScheduledExecutorService scheduler = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("metadata-poll").factory());

	private volatile Snapshot snapshot = Snapshot.EMPTY;

	private volatile List<MetadataProblem> fileProblems = List.of();

	private volatile List<MetadataProblem> expiries = List.of();

	private volatile ConfiguredServices configured;

	/**
	 * Reads the folder for the first time. An invalid file is not an error here: it is
	 * reported in the log, in {@link #problems()} and in the metrics.
	 * @param overrides the current local settings, of which later ones take precedence;
	 * the same list while they do not change
	 * @param builtIn metadata besides the folder's
	 * @throws IllegalArgumentException if built-in metadata is invalid
	 * @throws UncheckedIOException if the work folder cannot be written to
	 */
	public MetadataRelyingPartyRegistry(HomeFolder home, MetadataSettings settings,
			Supplier<List<RelyingPartyOverride>> overrides, List<BuiltInMetadata> builtIn, InstantSource clock,
			MeterRegistry meters) {
		this(home, home.work().resolve("metadata"), settings, overrides, builtIn, clock, meters);
	}

	/**
	 * Creates a registry like the other constructor, with a separate folder for copies,
	 * so that it does not affect those of a running server.
	 */
	public MetadataRelyingPartyRegistry(HomeFolder home, Path work, MetadataSettings settings,
			Supplier<List<RelyingPartyOverride>> overrides, List<BuiltInMetadata> builtIn, InstantSource clock,
			MeterRegistry meters) {
		this.home = home;
		this.settings = settings;
		this.clock = clock;
		this.overrides = overrides;
		this.configured = services(overrides.get());
		this.metrics = new MetadataMetrics(meters, this);
		try {
			this.copies = new CopyStore(work, settings.maxFileBytes());
			makeFolder();
			this.folder = new MetadataFolder(home.metadata(), settings.precedence(), copies,
					new EntityLoader(RelyingPartySettings.DEFAULTS, overrides), clock, metrics::refused);
			for (BuiltInMetadata metadata : builtIn) {
				folder.addBuiltIn(metadata);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(work + ": cannot be written to", ex);
		}
		poll();
	}

	/**
	 * Creates the folder in a new home; if there were services before, a missing folder
	 * is a fault.
	 */
	private void makeFolder() throws IOException {
		if (Files.notExists(home.metadata()) && copies.sources().isEmpty()) {
			Files.createDirectories(home.metadata());
		}
	}

	/** Starts watching the folder; until then it is only checked by {@link #poll()}. */
	public void start() {
		long interval = settings.pollInterval().toMillis();
		scheduler.scheduleWithFixedDelay(this::pollSafely, interval, interval, TimeUnit.MILLISECONDS);
	}

	private void pollSafely() {
		try {
			poll();
		}
		catch (RuntimeException ex) {
			// If rethrown, it would cancel the schedule.
			log.error("metadata/: could not be checked; what was read before is still served, next attempt in {}",
					settings.pollInterval(), ex);
		}
	}

	/**
	 * Checks the folder now, and applies changes before it returns.
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
					.forEach(file -> configured.said(file.services()));
				snapshot = current;
				List<MetadataProblem> duplicates = new ArrayList<>(current.duplicates());
				duplicates.removeAll(before.duplicates());
				duplicates.stream().filter(p -> p.severity() == Severity.ERROR).forEach(p -> metrics.refused());
				ProblemLog.write(duplicates);
				metrics.expiries(ExpiryWatch.ends(current));
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
		return under(overrides.get()).find(entityId);
	}

	@Override
	public Optional<String> reasonUnavailable(String entityId) {
		return under(overrides.get()).reasonUnavailable(entityId);
	}

	/**
	 * The services with these local settings, even if they change meanwhile: for callers
	 * that must see only one version.
	 */
	public RelyingPartyRegistry under(List<RelyingPartyOverride> wanted) {
		ConfiguredServices current = configured;
		if (current.overrides() == wanted) {
			return current;
		}
		ConfiguredServices others = services(wanted);
		if (wanted == overrides.get()) {
			configured = others;
		}
		return others;
	}

	private ConfiguredServices services(List<RelyingPartyOverride> wanted) {
		return new ConfiguredServices(wanted, () -> snapshot, settings.cachedServices(), clock);
	}

	/**
	 * Returns the number of known services. In files of more than a hundred services, it
	 * includes those that turn out to be faulty when they are first read, and expired
	 * ones.
	 */
	public int size() {
		return snapshot.services().size();
	}

	/** Returns the entityIDs of the services counted by {@link #size()}. */
	public Set<String> entityIds() {
		return Collections.unmodifiableSet(snapshot.services().keySet());
	}

	/** Returns the number of served files, built-in metadata included. */
	public int fileCount() {
		return snapshot.files().size();
	}

	/**
	 * Returns why current versions of files are not served: the whole file, whose last
	 * valid version is served if there is one; a service that is still served from an
	 * earlier version; or one that is served from another file, unless that file takes
	 * precedence.
	 */
	public List<MetadataProblem> problems() {
		return fileProblems;
	}

	/** Returns the number of files with {@link #problems()}. */
	int badFileCount() {
		return (int) problems().stream().map(MetadataProblem::file).distinct().count();
	}

	/**
	 * Returns the files with services whose metadata has expired, as errors, or expires
	 * within two days, as warnings.
	 */
	public List<MetadataProblem> expiries() {
		return expiries;
	}

	/**
	 * Returns why this node is not ready: there are files, but none has a usable service.
	 * Empty if there is no fault; also if the folder is empty.
	 */
	public Optional<String> reasonUnready() {
		return size() > 0 ? Optional.empty() : problems().stream().map(MetadataProblem::message).findFirst();
	}

	@Override
	public void close() {
		scheduler.shutdownNow();
	}

}
