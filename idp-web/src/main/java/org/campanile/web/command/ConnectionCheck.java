package org.campanile.web.command;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.AttributeSources;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.GuardedSource;
import org.campanile.explain.UserSource;
import org.campanile.store.ChosenStore;
import org.campanile.store.StoreReach;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.attribute.ConfiguredSources;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.ConfigurationReport;
import org.campanile.web.config.Faults;
import org.campanile.web.config.HomeReport;
import org.campanile.web.config.SummaryLines;
import org.campanile.web.directory.DirectoryConnection;
import org.campanile.web.store.StorageProperties;

/**
 * Connects to the systems that a home folder configures: the directory, the attribute
 * sources and the store. Changes nothing there.
 */
public final class ConnectionCheck {

	private final ConfigurationReport configuration;

	private final HomeFolder home;

	private final InstantSource clock;

	private final Faults faults = new Faults();

	private final List<String> warnings = new ArrayList<>();

	private final SummaryLines answers = new SummaryLines();

	private Optional<UserSource.Found> found = Optional.empty();

	/**
	 * @param configuration the configuration of that home, free of errors
	 */
	public ConnectionCheck(ConfigurationReport configuration, HomeFolder home, InstantSource clock) {
		this.configuration = configuration;
		this.home = home;
		this.clock = clock;
	}

	/**
	 * Checks all connections.
	 * @param user a name as a user would type it at the login; empty for no search
	 * @return the faults and warnings, and in the summary what was reached
	 */
	public HomeReport run(Optional<String> user) {
		faults.check(() -> found = new DirectoryConnection(configuration, home, clock).tryWith(user, faults, warnings,
				answers));
		faults.check(this::sources);
		StorageProperties storage = configuration.group(StorageProperties.class);
		store("store", storage.type());
		if (!storage.durableType().equals(storage.type())) {
			store("durable store", storage.durableType());
		}
		return new HomeReport(faults.lines().stream().map(configuration::located).toList(), warnings, answers.lines());
	}

	private void store(String label, String type) {
		StoreReach reach = Optional.ofNullable(configuration.chosenStores().get(type))
			.map(ChosenStore::reach)
			.orElseGet(() -> new StoreReach(List.of("in the memory of this process"), List.of()));
		reach.answers().forEach(answer -> answers.add(label, answer));
		reach.faults().forEach(faults::add);
	}

	private void sources() {
		AttributesProperties attributes = configuration.group(AttributesProperties.class);
		MeterRegistry meters = new SimpleMeterRegistry();
		try (AttributeSources sources = ConfiguredSources.of(configuration.nested()).open(home, clock, meters)) {
			for (GuardedSource source : sources.all()) {
				source.fault()
					.ifPresentOrElse(
							reason -> faults
								.add(ConfiguredSources.SOURCES + source.id() + ": it does not answer (" + reason
										+ "); check that it runs, its address and account, and firewalls in between"),
							() -> answers.add("source " + source.id(), "answers"));
			}
			if (faults.isEmpty() && found.isPresent()) {
				UserSource.Found entry = found.get();
				AttributeSettings settings = attributes
					.settings(configuration.group(CampanileProperties.class).identityProvider());
				DefaultAttributeResolver resolver = new DefaultAttributeResolver(settings,
						principal -> Optional.empty(), sources, DecidingAttributes.NONE, clock, meters);
				DefaultAttributeResolver.Explained explained = resolver.explain(entry.principal(), entry.values());
				explained.notAsked()
					.forEach((source, reason) -> answers.add("source " + source, "no answer, because " + reason));
				explained.silent()
					.forEach(silent -> faults.add(ConfiguredSources.SOURCES + silent.source()
							+ ": it does not return the values of " + entry.principal() + " (" + silent.reason()
							+ "); correct the query, or the permissions of its account"));
			}
		}
	}

}
