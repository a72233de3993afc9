package org.campanile.attribute;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.attribute.AttributeSettings.EntrySource;
import org.campanile.directory.DirectoryEntry;
import org.campanile.directory.DirectoryReader;
import org.campanile.directory.DirectoryUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connectors first, then definitions. A login always resolves anew and puts the result
 * into the cache, if there is one; a refresh may be answered from it. Thread-safe.
 */
public final class DefaultAttributeResolver implements AttributeResolver {

	private static final Logger LOGGER = LoggerFactory.getLogger(DefaultAttributeResolver.class);

	private final ResolutionPlan plan;

	private final EntrySource entrySource;

	private final DirectoryReader directory;

	private final List<AttributeConnector> connectors = new ArrayList<>();

	private final @Nullable AttributeCache cache;

	/**
	 * @param settings what is resolved
	 * @param directory reads the entries of people whose session goes on
	 * @param furtherConnectors asked, in order, for what the entry does not have
	 * @param clock times the cache
	 * @param meters where the cache's hits and misses are counted
	 * @throws IllegalArgumentException if definitions read each other in a circle
	 */
	public DefaultAttributeResolver(AttributeSettings settings, DirectoryReader directory,
			List<AttributeConnector> furtherConnectors, InstantSource clock, MeterRegistry meters) {
		this.plan = new ResolutionPlan(settings);
		this.entrySource = settings.entrySource();
		this.directory = directory;
		this.connectors.add(new EntryConnector());
		this.connectors.addAll(furtherConnectors);
		this.connectors.add(new ConstantConnector(settings.constants()));
		this.cache = settings.cache().map(size -> new AttributeCache(size, clock, meters)).orElse(null);
	}

	/**
	 * The source attributes that the settings read; the directory need send no others.
	 */
	public static Set<String> sourceAttributes(AttributeSettings settings) {
		return new ResolutionPlan(settings).sourceAttributes();
	}

	/** The source attributes that the definitions read. */
	public Set<String> sourceAttributes() {
		return plan.sourceAttributes();
	}

	/**
	 * The ids that rules may name: what the settings resolve, and built-in attributes
	 * that are computed for each service or have a name alone.
	 */
	public static Set<String> attributeIds(AttributeSettings settings, SamlAttributeNames names) {
		Set<String> ids = new TreeSet<>(new ResolutionPlan(settings).ids());
		ids.addAll(names.ids());
		return ids;
	}

	@Override
	public ResolvedAttributes resolve(String principal, DirectoryEntry entry) {
		if (entrySource == EntrySource.LOGIN) {
			return resolveFrom(principal, entry, true);
		}
		try {
			Optional<DirectoryEntry> own = directory.read(principal);
			if (own.isEmpty()) {
				LOGGER.warn(
						"attributes of {}: the server's own search does not find the person, whose entry at login was {}; using that one",
						principal, entry.dn());
			}
			return resolveFrom(principal, own.orElse(entry), true);
		}
		catch (DirectoryUnavailableException ex) {
			// The password is right: who signs in now gets what the login's own search
			// has
			// shown, and nothing is cached of it.
			LOGGER.warn("attributes of {}: the server's own search failed, using the entry read at login: {}",
					principal, ex.getMessage());
			return resolveFrom(principal, entry, false);
		}
	}

	@Override
	public ResolvedAttributes refresh(String principal) throws DirectoryUnavailableException {
		if (cache != null) {
			Optional<ResolvedAttributes> cached = cache.get(principal);
			if (cached.isPresent()) {
				return cached.get();
			}
		}
		Optional<DirectoryEntry> entry = directory.read(principal);
		if (entry.isEmpty()) {
			return ResolvedAttributes.NONE;
		}
		return resolveFrom(principal, entry.get(), true);
	}

	/**
	 * Resolves as at a login and tells how each attribute came about. Reads nothing from
	 * the cache and leaves nothing in it.
	 */
	public Explained explain(String principal, DirectoryEntry entry) {
		Resolution resolution = new Resolution(principal, read(principal, entry).places());
		ResolvedAttributes attributes = resolution.run(plan);
		return new Explained(attributes, resolution.derivations(plan));
	}

	/**
	 * A resolution and its reasons.
	 *
	 * @param attributes what {@link #resolve} gives
	 * @param derivations how they came about, in the order of the definitions; also of
	 * those without a value
	 */
	public record Explained(ResolvedAttributes attributes, List<Derivation> derivations) {
	}

	/** Forgets what the cache holds of a person. */
	public void forget(String principal) {
		if (cache != null) {
			cache.remove(principal);
		}
	}

	private ResolvedAttributes resolveFrom(String principal, DirectoryEntry entry, boolean complete) {
		Reading reading = read(principal, entry);
		ResolvedAttributes attributes = new Resolution(principal, reading.places()).run(plan);
		if (cache != null && complete && reading.complete()) {
			cache.put(principal, attributes);
		}
		return attributes;
	}

	/**
	 * What the connectors said.
	 *
	 * @param complete whether all of them answered
	 */
	private record Reading(List<Resolution.Place> places, boolean complete) {
	}

	private Reading read(String principal, DirectoryEntry entry) {
		boolean complete = true;
		List<Resolution.Place> places = new ArrayList<>(connectors.size());
		for (AttributeConnector connector : connectors) {
			try {
				places.add(new Resolution.Place(connector.name(), connector.read(principal, entry)));
			}
			catch (DirectoryUnavailableException ex) {
				LOGGER.warn("attributes of {}: {} did not answer, going on without it: {}", principal, connector.name(),
						ex.getMessage());
				complete = false;
			}
		}
		return new Reading(places, complete);
	}

}
