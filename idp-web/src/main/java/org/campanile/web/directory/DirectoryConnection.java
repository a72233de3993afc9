package org.campanile.web.directory;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.campanile.HomeFolder;
import org.campanile.directory.DirectoryEntry;
import org.campanile.directory.DirectoryProbe;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.UserLookup;
import org.campanile.explain.UserSource;
import org.campanile.web.config.ConfigurationReport;
import org.campanile.web.config.Faults;
import org.campanile.web.config.SummaryLines;

/** Tests the directory that a home folder configures. Read-only. */
public final class DirectoryConnection {

	private final LdapProperties properties;

	private final DirectorySettings settings;

	private final InstantSource clock;

	/**
	 * @param configuration of that home, without faults
	 */
	public DirectoryConnection(ConfigurationReport configuration, HomeFolder home, InstantSource clock) {
		this.properties = configuration.group(LdapProperties.class);
		this.settings = properties.settings(home);
		this.clock = clock;
	}

	/**
	 * Tries it.
	 * @param user a name as it would be typed at the login; empty for no search
	 * @param warnings takes what will fail soon
	 * @param answers takes what went well
	 * @return the user, if there is one of that name
	 */
	public Optional<UserSource.Found> tryWith(Optional<String> user, Faults faults, List<String> warnings,
			SummaryLines answers) {
		DirectoryProbe.Result result = new DirectoryProbe(settings, properties.attributes(), user, clock).run();
		result.answers().forEach(answer -> answers.add("directory", answer));
		result.faults().forEach(faults::add);
		warnings.addAll(result.warnings());
		return user.flatMap(name -> result.user().flatMap(lookup -> found(name, lookup, faults, answers)));
	}

	private Optional<UserSource.Found> found(String name, UserLookup lookup, Faults faults, SummaryLines answers) {
		return switch (lookup) {
			case UserLookup.Found found -> {
				answers.add("user", name + " is " + found.entry().dn() + ", known as " + found.principal() + " ("
						+ settings.users().principalAttribute() + ")");
				answers.add("attributes", attributes(found.entry()));
				yield Optional.of(new UserSource.Found(found.principal(), found.entry().dn(), found.entry(),
						found.entry().attributes()));
			}
			case UserLookup.NotFound nobody -> {
				faults.add(
						"campanile.ldap.user-filter: finds nobody for '" + name + "' below " + settings.users().baseDn()
								+ "; correct the filter or the name, or let the service account see the entry");
				yield Optional.empty();
			}
			case UserLookup.Refused refused -> {
				faults.add("campanile.ldap.user-filter: for '" + name + "' the directory gives " + refused.reason()
						+ "; correct the filter, or the entry");
				yield Optional.empty();
			}
		};
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
