package org.campanile.saml.metadata;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.campanile.saml.metadata.WatchedFile.FileSignature;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the metadata folder. Used by one thread at a time.
 */
final class MetadataFolder {

	private static final Logger log = LoggerFactory.getLogger(MetadataRelyingPartyRegistry.class);

	private static final String BUILT_IN = " (built in)";

	private final Path folder;

	private final CopyStore copies;

	private final EntityLoader entities;

	private final MetadataLoader loader;

	private final ServiceContinuity continuity;

	private final List<String> precedence;

	private final InstantSource clock;

	private final Runnable onRefusal;

	private final List<LoadedMetadata> builtIn = new ArrayList<>();

	private final Map<String, WatchedFile> files = new TreeMap<>(MetadataFiles.BY_NAME);

	private Optional<String> folderFault = Optional.empty();

	/** The versions in the last snapshot, with those of missing files at the end. */
	private @Nullable List<LoadedMetadata> served;

	private int servedLeaving;

	private Snapshot snapshot;

	/** The choice between files that is stored. */
	private Map<String, String> chosen;

	/**
	 * @param precedence {@link MetadataSettings#precedence()}
	 * @param onRefusal is run for each version of a file that is refused, in whole or in
	 * part
	 * @throws IOException if the work folder cannot be read
	 */
	MetadataFolder(Path folder, List<String> precedence, CopyStore copies, EntityLoader entities, InstantSource clock,
			Runnable onRefusal) throws IOException {
		this.folder = folder;
		this.precedence = precedence;
		this.copies = copies;
		this.entities = entities;
		this.loader = new MetadataLoader(entities, MetadataLoader.EAGER);
		this.continuity = new ServiceContinuity(entities, clock);
		this.clock = clock;
		this.onRefusal = onRefusal;
		this.chosen = copies.chosen();
		this.snapshot = Snapshot.initial(chosen);
	}

	/**
	 * Adds metadata that does not come from the folder.
	 * @throws IllegalArgumentException if it is invalid
	 */
	void addBuiltIn(BuiltInMetadata metadata) throws IOException {
		String name = metadata.name() + BUILT_IN;
		try {
			builtIn.add(keepIfGood(copies.draft(name, new ByteArrayInputStream(metadata.xml()))));
		}
		catch (MetadataRefusedException ex) {
			throw new IllegalArgumentException(ex.problem(name).message(), ex);
		}
	}

	/**
	 * Checks the folder once.
	 * @return the new snapshot; empty if nothing has changed
	 */
	Optional<Snapshot> poll() throws IOException {
		boolean first = files.isEmpty();
		Optional<Map<String, Path>> listed = list();
		if (listed.isPresent()) {
			examineAll(listed.get());
		}
		else if (first) {
			// The folder is unavailable: the last valid versions are still served.
			for (String name : copies.sources()) {
				if (!name.endsWith(BUILT_IN)) {
					files.put(name, refuse(name, null, "", null,
							MetadataProblem.ofFile(name, OptionalInt.empty(), "cannot be reached")));
				}
			}
		}
		return changed();
	}

	/** Returns why current versions of files are not served, in whole or in part. */
	List<MetadataProblem> problems() {
		List<MetadataProblem> problems = new ArrayList<>();
		folderFault.ifPresent(reason -> problems.add(MetadataProblem.ofFile("", OptionalInt.empty(), reason)));
		for (WatchedFile file : files.values()) {
			if (file.problem() != null) {
				problems.add(file.problem());
			}
			if (file.good() != null) {
				file.good().held().forEach(held -> problems.add(held.problem()));
			}
		}
		snapshot.duplicates().stream().filter(problem -> problem.severity() == Severity.ERROR).forEach(problems::add);
		return problems;
	}

	/** Stores a choice that is new; the next poll tries again if it cannot be stored. */
	private void keepChosen(Map<String, String> current) {
		if (current.equals(chosen)) {
			return;
		}
		try {
			copies.keepChosen(current);
			chosen = current;
		}
		catch (IOException ex) {
			log.warn("work/metadata: which file serves a service that several name cannot be stored ({}); "
					+ "after a restart it may be another one", ex.toString());
		}
	}

	/** Removes unused copies, and stores a new choice between files. */
	void tidy(Snapshot current, Snapshot before) throws IOException {
		List<MetadataCopy> used = new ArrayList<>();
		// The previous snapshot too, as a reader may be about to open its copies.
		current.files().forEach(file -> used.addAll(file.copies()));
		before.files().forEach(file -> used.addAll(file.copies()));
		if (folderFault.isEmpty()) {
			copies.retain(used);
			keepChosen(current.chosen());
		}
	}

	private void examineAll(Map<String, Path> listed) {
		listed.forEach((name, path) -> {
			WatchedFile known = files.get(name);
			files.put(name, examine(name, path, known == null ? null : known.found()));
		});
		for (String name : List.copyOf(files.keySet())) {
			WatchedFile file = files.get(name);
			if (file == null || listed.containsKey(name)) {
				continue;
			}
			if (file.missing()) {
				files.remove(name);
				log.info("metadata/{}: removed", name);
			}
			else {
				// Editors and copiers replace a file by removing it first: removal counts
				// when the next poll does not find it either.
				files.put(name, file.lost());
			}
		}
	}

	private WatchedFile examine(String name, Path path, @Nullable WatchedFile known) {
		try {
			FileSignature signature = FileSignature.of(path);
			if (known != null && intact(known)) {
				boolean same = signature.equals(known.signature());
				if (same && known.rechecks() == 0) {
					return known;
				}
				if (!known.digest().isEmpty() && copies.digest(path).equals(known.digest())) {
					return same ? known.rechecked() : known.touched(signature);
				}
			}
			try (InputStream input = Files.newInputStream(path)) {
				return load(name, input, signature, known);
			}
		}
		catch (IOException ex) {
			// Not a fault of the content: without a signature it is retried at every
			// poll.
			return refuse(name, null, "", known,
					MetadataProblem.ofFile(name, OptionalInt.empty(), "cannot be read or copied: " + ex));
		}
	}

	private WatchedFile load(String name, InputStream input, FileSignature signature, @Nullable WatchedFile known)
			throws IOException {
		String digest = "";
		try {
			CopyStore.Draft draft = copies.draft(name, input);
			digest = draft.sourceDigest();
			LoadedMetadata version = keepIfGood(draft);
			LoadedMetadata before = known == null ? earlier(name, version.copy().digest()) : known.good();
			if (before != null) {
				version = continuity.keep(version, before);
			}
			if (!version.held().isEmpty()) {
				onRefusal.run();
			}
			log.info("metadata/{}: {} services{}", name, version.services().size(),
					version.others() == 0 ? "" : ", and " + version.others() + " entities that are not services");
			ProblemLog.write(version.problems());
			return WatchedFile.good(signature, digest, version);
		}
		catch (MetadataRefusedException ex) {
			return refuse(name, signature, digest, known, ex.problem(name));
		}
	}

	private WatchedFile refuse(String name, @Nullable FileSignature signature, String digest,
			@Nullable WatchedFile known, MetadataProblem problem) {
		LoadedMetadata before = known == null ? earlier(name, "") : known.good();
		if (known != null && problem.equals(known.problem()) && digest.equals(known.digest())) {
			boolean same = signature != null && signature.equals(known.signature());
			return new WatchedFile(signature, digest, same ? Math.max(0, known.rechecks() - 1) : WatchedFile.RECHECKS,
					before, problem, false);
		}
		onRefusal.run();
		log.error("metadata/{}; {}. It is read again as soon as it changes", problem.message(),
				before == null ? "none of its services is served" : "the last valid version is still served");
		return new WatchedFile(signature, digest, WatchedFile.RECHECKS, before, problem, false);
	}

	/**
	 * Returns the services that the previous run served from a file, reconstructed from
	 * its copies in their order.
	 * @param except SHA-256 of a copy to be excluded
	 */
	private @Nullable LoadedMetadata earlier(String name, String except) {
		LoadedMetadata earlier = null;
		try {
			for (MetadataCopy copy : copies.of(name)) {
				if (!copy.digest().equals(except)) {
					LoadedMetadata version = loader.load(copy);
					earlier = earlier == null ? version : continuity.keep(version, earlier);
				}
			}
		}
		catch (IOException | MetadataRefusedException ex) {
			log.warn("metadata/{}: its last valid copy cannot be used: {}", name, ex.toString());
		}
		return earlier;
	}

	private LoadedMetadata keepIfGood(CopyStore.Draft draft) throws MetadataRefusedException, IOException {
		try {
			LoadedMetadata version = loader.load(draft.copy());
			copies.keep(draft);
			return version.movedTo(copies.named(draft));
		}
		finally {
			copies.discard(draft);
		}
	}

	private static boolean intact(WatchedFile file) {
		return file.good() == null || Files.exists(file.good().copy().path());
	}

	private Optional<Snapshot> changed() throws IOException {
		List<LoadedMetadata> present = new ArrayList<>();
		List<LoadedMetadata> leaving = new ArrayList<>();
		for (WatchedFile file : files.values()) {
			if (file.good() != null) {
				(file.missing() ? leaving : present).add(file.good());
			}
		}
		List<LoadedMetadata> all = new ArrayList<>(present);
		all.addAll(leaving);
		Instant now = clock.instant();
		if (served != null && leaving.size() == servedLeaving && same(all, served) && !snapshot.due(now)) {
			return Optional.empty();
		}
		snapshot = Snapshot.of(precedence, entities, builtIn, present, leaving, snapshot, now);
		served = all;
		servedLeaving = leaving.size();
		return Optional.of(snapshot);
	}

	/**
	 * Whether both are identical versions; comparing thousands of entities would be
	 * expensive.
	 */
	private static boolean same(List<LoadedMetadata> first, List<LoadedMetadata> second) {
		if (first.size() != second.size()) {
			return false;
		}
		for (int i = 0; i < first.size(); i++) {
			if (first.get(i) != second.get(i)) {
				return false;
			}
		}
		return true;
	}

	private Optional<Map<String, Path>> list() {
		try {
			Map<String, Path> found = MetadataFiles.in(folder);
			folderFault = Optional.empty();
			return Optional.of(found);
		}
		catch (IOException ex) {
			String reason = ex instanceof NoSuchFileException ? "the folder does not exist; create it"
					: "the folder cannot be read: " + ex;
			if (folderFault.isEmpty()) {
				log.error("metadata/: {}. What was read before is still served", reason);
			}
			folderFault = Optional.of(reason);
			return Optional.empty();
		}
	}

}
