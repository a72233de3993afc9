package org.campanile.web.config;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.AttributeSources;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.GuardedSource;
import org.campanile.directory.DirectoryEntry;
import org.campanile.directory.DirectoryProbe;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.UserLookup;
import org.campanile.store.ChosenStore;
import org.campanile.store.StoreReach;
import org.jspecify.annotations.Nullable;

/**
 * Tries what a home folder names: the directory, the sources of attributes and the store.
 * Changes nothing there.
 */
public final class ConnectionCheck {

	private final ConfigurationReport configuration;

	private final HomeFolder home;

	private final InstantSource clock;

	private final Faults faults = new Faults();

	private final SummaryLines answers = new SummaryLines();

	private UserLookup.@Nullable Found found;

	/**
	 * @param configuration of that home, without faults
	 */
	public ConnectionCheck(ConfigurationReport configuration, HomeFolder home, InstantSource clock) {
		this.configuration = configuration;
		this.home = home;
		this.clock = clock;
	}

	/**
	 * Tries all of it.
	 * @param person a name as it would be typed at the login; empty to look for nobody
	 * @return faults, and as its summary what went well
	 */
	public HomeReport run(Optional<String> person) {
		faults.check(() -> directory(person));
		faults.check(this::sources);
		StoreReach store = configuration.chosenStore()
			.map(ChosenStore::reach)
			.orElseGet(() -> new StoreReach(List.of("in the memory of this process"), List.of()));
		store.answers().forEach(answer -> answers.add("store", answer));
		store.faults().forEach(faults::add);
		return new HomeReport(faults.lines().stream().map(configuration::located).toList(), List.of(), answers.lines());
	}

	private void directory(Optional<String> person) {
		LdapProperties properties = configuration.group(LdapProperties.class);
		DirectorySettings settings = properties.settings(home);
		DirectoryProbe.Result result = new DirectoryProbe(settings, properties.attributes(), person, clock).run();
		result.answers().forEach(answer -> answers.add("directory", answer));
		result.faults().forEach(faults::add);
		person.ifPresent(name -> result.person().ifPresent(lookup -> person(name, lookup, settings)));
	}

	private void person(String name, UserLookup lookup, DirectorySettings settings) {
		switch (lookup) {
			case UserLookup.Found found -> {
				this.found = found;
				answers.add("user", name + " is " + found.entry().dn() + ", known as " + found.principal() + " ("
						+ settings.users().principalAttribute() + ")");
				answers.add("attributes", attributes(found.entry()));
			}
			case UserLookup.NotFound nobody -> faults
				.add("campanile.ldap.user-filter: finds nobody for '" + name + "' below " + settings.users().baseDn()
						+ "; correct the filter or the name, or let the service account see the entry");
			case UserLookup.Refused refused -> faults.add("campanile.ldap.user-filter: for '" + name
					+ "' the directory gives " + refused.reason() + "; correct the filter, or the entry");
		}
	}

	private void sources() {
		AttributesProperties attributes = configuration.group(AttributesProperties.class);
		MeterRegistry meters = new SimpleMeterRegistry();
		try (AttributeSources sources = attributes.sources(home, clock, meters)) {
			for (GuardedSource source : sources.all()) {
				source.fault()
					.ifPresentOrElse(
							reason -> faults.add(AttributesProperties.SOURCES + source.id() + ": it does not answer ("
									+ reason + "); look at it, at its address and account, and at firewalls between"),
							() -> answers.add("source " + source.id(), "answers"));
			}
			if (faults.isEmpty() && found != null) {
				AttributeSettings settings = attributes
					.settings(configuration.group(CampanileProperties.class).identityProvider());
				DefaultAttributeResolver resolver = new DefaultAttributeResolver(settings,
						principal -> Optional.empty(), sources, clock, meters);
				resolver.explain(found.principal(), found.entry())
					.silent()
					.forEach(silent -> faults.add(AttributesProperties.SOURCES + silent.source()
							+ ": it does not say what it knows of " + found.principal() + " (" + silent.reason()
							+ "); correct what it is asked, or what may be asked of it"));
			}
		}
	}

	private static String attributes(DirectoryEntry entry) {
		return String.join(", ",
				entry.attributes()
					.entrySet()
					.stream()
					.map(attribute -> attribute.getKey()
							+ (attribute.getValue().size() > 1 ? " (" + attribute.getValue().size() + ")" : ""))
					.toList());
	}

}
