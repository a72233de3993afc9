package org.campanile.web.cas.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.campanile.cas.CasService;
import org.campanile.cas.CasServices;
import org.campanile.cas.LookAlikes;
import org.campanile.cas.ServiceUrl;
import org.campanile.cas.ServiceUrlPattern;
import org.campanile.web.config.HomeYaml;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The CAS services in a folder, which is followed: of a file that becomes faulty the last
 * good version stays in force, and the others are not affected. Thread-safe.
 */
final class ServiceFiles implements CasServices {

	private static final Logger logger = LoggerFactory.getLogger(ServiceFiles.class);

	/** A file may change again within this time without a new time stamp. */
	private static final Duration COARSE = Duration.ofSeconds(3);

	private static final String FOLDER = "services/";

	private final Path folder;

	private final Optional<Set<String>> attributeIds;

	private final InstantSource clock;

	private Map<String, Loaded> files = new TreeMap<>();

	private volatile State state = new State(CasServices.of(List.of()), List.of(), List.of(), Set.of());

	/**
	 * @param attributeIds the ids of all defined attributes; empty if they are not known
	 */
	ServiceFiles(Path folder, Optional<Set<String>> attributeIds, InstantSource clock) {
		this.folder = folder;
		this.attributeIds = attributeIds;
		this.clock = clock;
	}

	/**
	 * What a file holds.
	 *
	 * @param service null if it is none, or faulty
	 * @param faults why it cannot be served, one line each
	 * @param warnings what else is to be said of it
	 */
	record Read(@Nullable CasService service, List<String> faults, List<String> warnings) {
	}

	/**
	 * A file.
	 *
	 * @param modified its time stamp when it was read
	 * @param size its size then
	 * @param read what it holds
	 * @param good the version that is served; null if there was none
	 */
	private record Loaded(FileTime modified, long size, Read read, @Nullable CasService good) {
	}

	private record State(CasServices services, List<String> faults, List<String> warnings, Set<String> ids) {
	}

	/** Reads what has changed. A folder that cannot be read changes nothing. */
	synchronized void poll() {
		Map<String, Loaded> current = new TreeMap<>();
		boolean changed = false;
		try (Stream<Path> entries = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
			for (Path path : entries.sorted().toList()) {
				String name = String.valueOf(path.getFileName());
				if (!name.startsWith(".") && Files.isRegularFile(path)) {
					Loaded before = files.get(name);
					Loaded now = load(path, name, before);
					current.put(name, now);
					changed |= now != before;
				}
			}
		}
		catch (IOException ex) {
			logger.error("{}: cannot be read ({}), the services that were read before stay in force; make it readable",
					folder, ex.toString());
			return;
		}
		changed |= !current.keySet().equals(files.keySet());
		files = current;
		if (changed) {
			publish();
		}
	}

	private Loaded load(Path path, String name, @Nullable Loaded before) throws IOException {
		FileTime modified = Files.getLastModifiedTime(path);
		long size = Files.size(path);
		if (before != null && before.modified().equals(modified) && before.size() == size
				&& modified.toInstant().plus(COARSE).isBefore(clock.instant())) {
			return before;
		}
		Read read = read(name, path);
		if (before != null && before.read().equals(read) && before.modified().equals(modified)) {
			return before;
		}
		boolean faulty = !read.faults().isEmpty();
		read.faults()
			.forEach(fault -> logger.error("{}{}", fault,
					before != null && before.good() != null ? "; what was in force stays in force" : ""));
		read.warnings().forEach(logger::warn);
		return new Loaded(modified, size, read, faulty && before != null ? before.good() : read.service());
	}

	private Read read(String name, Path path) {
		String file = FOLDER + name;
		int dot = name.lastIndexOf('.');
		String id = dot < 0 ? name : name.substring(0, dot);
		try {
			byte[] content = Files.readAllBytes(path);
			return warned(file, switch (dot < 0 ? "" : name.substring(dot)) {
				case ".yaml", ".yml" -> yaml(id, file, content);
				case ".json" -> ApereoService.read(id, file, content, attributeIds);
				default -> new Read(null, List.of(), List.of(
						file + ": ignored, as its name ends neither in .yaml nor in .json; rename it, or move it elsewhere"));
			});
		}
		catch (IOException ex) {
			return new Read(null, List.of(file + ": cannot be read (" + ex + "); make it readable"), List.of());
		}
	}

	private Read yaml(String id, String file, byte[] content) {
		HomeYaml.Read<CasService> read = HomeYaml.read(file, content, CasServiceProperties.class,
				(settings, key, faults) -> settings.service(id, key, attributeIds, faults));
		return new Read(read.value().orElse(null), read.faults(), List.of());
	}

	private static Read warned(String file, Read read) {
		CasService service = read.service();
		if (service == null) {
			return read;
		}
		List<String> warnings = new ArrayList<>(read.warnings());
		Stream
			.concat(Stream.of(Map.entry(file.endsWith(".json") ? "serviceId" : "pattern", service.urls())),
					service.proxying()
						.callbacks()
						.stream()
						.map(each -> Map.entry(file.endsWith(".json") ? "proxyPolicy" : "proxy.callback-pattern", each)))
			.forEach(urls -> {
				if (urls.getValue() instanceof ServiceUrlPattern.Regex regex) {
					LookAlikes.of(regex.pattern())
						.ifPresent(reason -> warnings.add(file + ": " + urls.getKey() + ": " + reason));
				}
			});
		return new Read(service, read.faults(), warnings);
	}

	private void publish() {
		Map<String, String> owners = new HashMap<>();
		Map<String, CasService> services = new TreeMap<>();
		List<String> faults = new ArrayList<>();
		List<String> warnings = new ArrayList<>();
		files.forEach((name, loaded) -> {
			faults.addAll(loaded.read().faults());
			warnings.addAll(loaded.read().warnings());
			CasService service = loaded.good();
			if (service != null) {
				if (services.putIfAbsent(service.id(), service) != null) {
					faults.add(FOLDER + name + ": there is another file of the service " + service.id()
							+ ", which counts; rename or remove one");
				}
				else {
					String urls = service.order() + " " + service.urls();
					String other = owners.putIfAbsent(urls, name);
					if (other != null) {
						warnings.add(FOLDER + name + ": has the same URLs as " + FOLDER + other
								+ ", which counts; give them different ones, or a different order");
					}
				}
			}
		});
		state = new State(CasServices.of(services.values()), List.copyOf(faults), List.copyOf(warnings),
				Set.copyOf(services.keySet()));
	}

	/** Faults of files, one line each. */
	List<String> faults() {
		return state.faults();
	}

	/** What else is to be said of the files, one line each. */
	List<String> warnings() {
		return state.warnings();
	}

	/** The ids of all services. */
	Set<String> ids() {
		return state.ids();
	}

	@Override
	public Optional<CasService> owner(ServiceUrl url) {
		return state.services().owner(url);
	}

	@Override
	public Optional<CasService> find(String id) {
		return state.services().find(id);
	}

	@Override
	public int size() {
		return state.services().size();
	}

}
