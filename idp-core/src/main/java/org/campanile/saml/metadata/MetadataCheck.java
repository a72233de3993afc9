package org.campanile.saml.metadata;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.saml.relyingparty.RelyingPartySettings;

/**
 * Reads all services of a folder to find their faults. Writes only a temporary copy.
 */
public final class MetadataCheck {

	private final MetadataSettings settings;

	private final List<RelyingPartyOverride> overrides;

	private final InstantSource clock;

	public MetadataCheck(MetadataSettings settings, List<RelyingPartyOverride> overrides, InstantSource clock) {
		this.settings = settings;
		this.overrides = List.copyOf(overrides);
		this.clock = clock;
	}

	/**
	 * The result for a folder.
	 *
	 * @param problems all faults of files and services; also services that occur more
	 * than once, have expired or are about to, or get assertions unencrypted
	 * @param services the entityIDs of the services that would be served
	 */
	public record Examination(List<MetadataProblem> problems, Set<String> services) {

		public Examination {
			problems = List.copyOf(problems);
			services = Set.copyOf(services);
		}

	}

	/**
	 * Checks every {@code *.xml} file of the folder.
	 * @throws IOException if the folder cannot be listed, or the temporary folder not
	 * written to
	 */
	public Examination examine(Path folder) throws IOException {
		Path work = Files.createTempDirectory("campanile-check");
		try {
			return examine(folder, new CopyStore(work, settings.maxFileBytes()));
		}
		finally {
			try (var paths = Files.list(work)) {
				for (Path path : paths.toList()) {
					Files.delete(path);
				}
			}
			Files.delete(work);
		}
	}

	private Examination examine(Path folder, CopyStore copies) throws IOException {
		EntityLoader entities = new EntityLoader(RelyingPartySettings.DEFAULTS, overrides);
		List<IndexedEntity> unencrypted = new ArrayList<>();
		MetadataLoader loader = new MetadataLoader(entities, Integer.MAX_VALUE, (entity, service) -> {
			if (getsUnencrypted(service)) {
				unencrypted.add(entity);
			}
		});
		List<MetadataProblem> problems = new ArrayList<>();
		List<LoadedMetadata> loaded = new ArrayList<>();
		for (Map.Entry<String, Path> file : MetadataFiles.in(folder).entrySet()) {
			String name = file.getKey();
			try (InputStream input = Files.newInputStream(file.getValue())) {
				LoadedMetadata metadata = loader.load(copies.draft(name, input).copy());
				problems.addAll(metadata.problems());
				loaded.add(metadata);
			}
			catch (MetadataRefusedException ex) {
				problems.add(ex.problem(name));
			}
			catch (IOException ex) {
				problems.add(MetadataProblem.ofFile(name, OptionalInt.empty(), "cannot be read: " + ex));
			}
		}
		Instant now = clock.instant();
		Snapshot snapshot = Snapshot.of(settings.precedence(), entities, List.of(), loaded, List.of(), Snapshot.EMPTY,
				now);
		problems.addAll(snapshot.duplicates());
		problems.addAll(ExpiryWatch.problems(snapshot, now));
		unencrypted.removeIf(entity -> !snapshot.serves(entity) || entity.expired(now));
		problems.addAll(problems(unencrypted));
		return new Examination(problems, snapshot.services().keySet());
	}

	/** Whether assertions are not encrypted, and no setting says that this is wanted. */
	private static boolean getsUnencrypted(RelyingParty service) {
		return service.enabled() && service.settings().encryption() == EncryptionPolicy.AUTO
				&& service.encryptionKeys().isEmpty() && !service.encryptionKeysUnusable();
	}

	/** One problem for each file, as an aggregate may have many such services. */
	private static List<MetadataProblem> problems(List<IndexedEntity> unencrypted) {
		Map<String, List<String>> files = new LinkedHashMap<>();
		for (IndexedEntity entity : unencrypted) {
			files.computeIfAbsent(entity.file(), name -> new ArrayList<>()).add(entity.entityId());
		}
		List<MetadataProblem> problems = new ArrayList<>();
		files.forEach((file, names) -> {
			String reason = "no encryption key for " + MetadataProblem.some(names)
					+ ": assertions are sent unencrypted; have a key added, or set encryption: never in "
					+ "campanile.services";
			problems.add(new MetadataProblem(Severity.WARNING, file, OptionalInt.empty(), Optional.empty(), reason));
		});
		return problems;
	}

}
