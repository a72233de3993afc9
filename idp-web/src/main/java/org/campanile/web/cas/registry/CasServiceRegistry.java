package org.campanile.web.cas.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.HomeFolder;
import org.campanile.cas.CasService;
import org.campanile.cas.CasServices;
import org.campanile.cas.ServiceUrl;
import org.campanile.web.cas.registry.ServiceFile.Problem;

/**
 * The CAS services in the home folder. A file that changes is read again within the
 * interval; if its new version is faulty, the previous one stays in force, and no other
 * file is affected. Look-ups see one immutable version and never wait. Thread-safe.
 */
public final class CasServiceRegistry implements CasServices, AutoCloseable {

	private static final Logger log = LoggerFactory.getLogger(CasServiceRegistry.class);

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	/**
	 * The number of times a changed file is read again: time stamps are too coarse to
	 * reveal a second change right after the first.
	 */
	private static final int RECHECKS = 3;

	/** The maximum number of logged warnings of one file; {@code check} has all. */
	private static final int MAX_LINES = 50;

	private final ServicesFolder folder;

	private final ServiceContext context;

	private final InstantSource clock;

	private final Counter refused;

	private final Map<String, Watched> files = new TreeMap<>();

	private final ReentrantLock polling = new ReentrantLock();

	private final ScheduledExecutorService scheduler = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("cas-services-poll").factory());

	private Instant polledAt = Instant.MIN;

	private @Nullable String folderFault;

	private volatile ServiceSet current = new ServiceSet(CasServices.of(List.of()), List.of(), Set.of(), Set.of());

	private volatile List<String> problems = List.of();

	/**
	 * A file of the folder.
	 *
	 * @param signature as last examined; null if it could not be
	 * @param content as last examined; null if it could not be
	 * @param rechecks how often the content is compared although the signature is the
	 * same
	 * @param served the version in force; with a first version that is faulty, its
	 * services disabled
	 * @param faults why the last version is not in force; empty if it is
	 * @param missing whether the last poll did not find it
	 */
	private record Watched(@Nullable Signature signature, byte @Nullable [] content, int rechecks, ServiceFile served,
			List<Problem> faults, boolean missing) {

		private Watched rechecked(Signature now) {
			return new Watched(now, content, now.equals(signature) ? Math.max(0, rechecks - 1) : RECHECKS, served,
					faults, false);
		}

		private Watched lost() {
			return new Watched(signature, content, RECHECKS, served, faults, true);
		}

	}

	/** Detects a changed file without reading it. */
	private record Signature(FileTime modified, long size, @Nullable Object key) {

		private static Signature of(Path path) throws IOException {
			BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
			return new Signature(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
		}

	}

	/**
	 * Reads the folder for the first time. What is faulty is reported in the log, in
	 * {@link #problems()} and in the metrics.
	 * @param context what the files refer to
	 */
	CasServiceRegistry(HomeFolder home, ServiceContext context, InstantSource clock, MeterRegistry meters) {
		this.folder = new ServicesFolder(home.services());
		this.context = context;
		this.clock = clock;
		this.refused = Counter.builder("campanile.cas.services.refused")
			.description("Versions of files of CAS services refused")
			.register(meters);
		Gauge.builder("campanile.cas.services", this, CasServiceRegistry::size)
			.description("CAS services known from files")
			.register(meters);
		Gauge.builder("campanile.cas.services.problems", this, registry -> registry.problems().size())
			.description("Faults of files of CAS services whose current version is not served")
			.register(meters);
		poll();
	}

	/** Starts watching the folder; until then it is only checked by {@link #poll()}. */
	public void start() {
		scheduler.scheduleWithFixedDelay(this::pollSafely, INTERVAL.toMillis(), INTERVAL.toMillis(),
				TimeUnit.MILLISECONDS);
	}

	private void pollSafely() {
		try {
			poll();
		}
		catch (RuntimeException ex) {
			// If rethrown, it would cancel the schedule.
			log.error("services/: could not be checked; what was read before is still served", ex);
		}
	}

	/** Checks the folder now, and applies changes before it returns. */
	public void poll() {
		polling.lock();
		try {
			Map<String, Path> listed = list();
			boolean changed = listed != null && examine(listed);
			Instant now = clock.instant();
			// A service that is disabled because of a fault takes nothing from others.
			List<ServiceFile> served = files.values()
				.stream()
				.sorted(Comparator.comparing(file -> !file.faults().isEmpty() && file.served().isClosed()))
				.map(Watched::served)
				.toList();
			if (changed || ServiceSet.endsBetween(served, polledAt, now)) {
				ServiceSet next = ServiceSet.of(served, now);
				log(next.problems().stream().filter(problem -> !current.problems().contains(problem)).toList());
				current = next;
			}
			polledAt = now;
			problems = Stream
				.of(Stream.ofNullable(folderFault), files.values().stream().flatMap(file -> messages(file.faults())),
						messages(current.problems()))
				.flatMap(lines -> lines)
				.toList();
		}
		finally {
			polling.unlock();
		}
	}

	private static Stream<String> messages(List<Problem> problems) {
		return problems.stream().filter(Problem::fault).map(Problem::message);
	}

	private @Nullable Map<String, Path> list() {
		try {
			Map<String, Path> found = folder.files();
			if (found.isEmpty() && !files.isEmpty() && Files.notExists(folder.path())) {
				throw new IOException("it does not exist any more; create it, or restart to serve no CAS service");
			}
			folderFault = null;
			return found;
		}
		catch (IOException ex) {
			String fault = "the folder cannot be read: " + ex.getMessage();
			if (!fault.equals(folderFault)) {
				log.error("services/: {}. What was read before is still served", fault);
			}
			folderFault = fault;
			return null;
		}
	}

	private boolean examine(Map<String, Path> listed) {
		boolean changed = false;
		for (Map.Entry<String, Path> file : listed.entrySet()) {
			Watched before = files.get(file.getKey());
			Watched after = examine(file.getKey(), file.getValue(), before);
			files.put(file.getKey(), after);
			changed |= before == null || before.served() != after.served();
		}
		for (String name : List.copyOf(files.keySet())) {
			Watched file = Objects.requireNonNull(files.get(name));
			if (listed.containsKey(name)) {
				continue;
			}
			if (file.missing()) {
				files.remove(name);
				changed = true;
				log.info("services/{}: removed", name);
			}
			else {
				// Editors replace a file by removing it first: removal counts when the
				// next poll does not find it either.
				files.put(name, file.lost());
			}
		}
		return changed;
	}

	private Watched examine(String name, Path path, @Nullable Watched before) {
		try {
			Signature signature = Signature.of(path);
			if (before != null && signature.equals(before.signature()) && before.rechecks() == 0) {
				return before.missing() ? before.rechecked(signature) : before;
			}
			byte[] content = ServicesFolder.content(path);
			if (before != null && Arrays.equals(content, before.content())) {
				return before.rechecked(signature);
			}
			ServiceFile read = ServiceFile.read(name, content, context);
			if (read.isFaulty()) {
				return refuse(signature, content, before, read);
			}
			log.info("services/{}: services: {}", name, read.entries().size());
			log(read.problems());
			return new Watched(signature, content, RECHECKS, read, List.of(), false);
		}
		catch (IOException ex) {
			// A file without a signature is tried again at every poll.
			return refuse(null, null, before,
					new ServiceFile(name, List.of(), List.of(ServicesFolder.unreadable(name, ex))));
		}
	}

	private Watched refuse(@Nullable Signature signature, byte @Nullable [] content, @Nullable Watched before,
			ServiceFile read) {
		List<Problem> faults = read.problems().stream().filter(Problem::fault).toList();
		ServiceFile previous = before == null ? null : before.served();
		boolean none = previous == null || previous.isClosed();
		ServiceFile served = previous == null || none && !read.entries().isEmpty() ? read.closed() : previous;
		if (before == null || !faults.equals(before.faults())) {
			refused.increment();
			log(faults);
			log.error("services/: {}. The file is read again as soon as it changes",
					none ? "none of that file's services is served" : "its previous version is still served");
		}
		return new Watched(signature, content, RECHECKS, served, faults, false);
	}

	private static void log(List<Problem> problems) {
		for (Problem problem : problems.subList(0, Math.min(MAX_LINES, problems.size()))) {
			if (problem.fault()) {
				log.error("services/{}", problem.message());
			}
			else {
				log.warn("services/{}", problem.message());
			}
		}
		if (problems.size() > MAX_LINES) {
			log.warn("services/: {} more lines like these; the check command has all", problems.size() - MAX_LINES);
		}
	}

	/**
	 * Returns why current versions of files, or single services, are not served: one line
	 * each, beginning with the file.
	 */
	public List<String> problems() {
		return problems;
	}

	/** Returns the attributes that decide by the services' own access rules. */
	Set<String> deciding() {
		return current.deciding();
	}

	/** Returns the attributes that are users' names at services. */
	Set<String> usernames() {
		return current.usernames();
	}

	@Override
	public Optional<CasService> owner(ServiceUrl url) {
		return current.services().owner(url);
	}

	@Override
	public List<CasService> owners(ServiceUrl url) {
		return current.services().owners(url);
	}

	@Override
	public Collection<CasService> all() {
		return current.services().all();
	}

	@Override
	public Optional<CasService> find(String id) {
		return current.services().find(id);
	}

	@Override
	public void close() {
		scheduler.shutdownNow();
	}

}
