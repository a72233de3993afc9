package org.campanile.web.attribute;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.BuiltInAttribute;
import org.campanile.attribute.PrincipalDefinition;
import org.campanile.attribute.SourceQuery;
import org.campanile.release.IdentifierSaltFile;
import org.campanile.web.config.CampanileProperties;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.HomeInspection;
import org.campanile.web.config.HomePart;
import org.campanile.web.directory.LdapProperties;

/**
 * Checks the attributes read by definitions, and the salt of identifiers, in a home
 * folder.
 */
public final class AttributesHome implements HomePart {

	/** The SAML name of {@code eduPersonTargetedID} (eduPerson 202208). */
	private static final String TARGETED_ID = "urn:oid:1.3.6.1.4.1.5923.1.1.1.10";

	@Override
	public void settings(HomeInspection home) {
		sources(home).warnings().forEach(home::warn);
		home.group(AttributesProperties.class).names().forEach((id, name) -> {
			if (name.name().equals(TARGETED_ID)) {
				home.warn(AttributesProperties.PREFIX + "names." + id + ".name: this is eduPersonTargetedID, whose "
						+ "value is an element and not a text as here, so services ignore it; remove it, and set "
						+ "name-id-formats: [persistent] for these services, which gives them the same value");
			}
		});
	}

	@Override
	public void files(HomeInspection home) {
		definitions(home);
		parameters(home);
		home.loadIfPresent(IdentifierSaltFile.NAME,
				folder -> new IdentifierSaltFile(folder, home.random()).loadOrCreate());
	}

	@Override
	public List<String> secrets() {
		return List.of(IdentifierSaltFile.NAME);
	}

	private static ConfiguredSources sources(HomeInspection home) {
		return ConfiguredSources.of(home.configuration().nested());
	}

	/**
	 * Checks what definitions read. A directory may have any attribute, so one that
	 * resembles a known one is only probably misspelt.
	 */
	private static void definitions(HomeInspection home) {
		IdentityProvider identityProvider = home.group(CampanileProperties.class).identityProvider();
		LdapProperties ldap = home.group(LdapProperties.class);
		AttributesProperties attributes = home.group(AttributesProperties.class);
		Set<String> provided = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		provided.addAll(attributes.constants().keySet());
		provided.addAll(ldap.attributes());
		provided.add(ldap.principalAttribute());
		provided.add(PrincipalDefinition.PRINCIPAL);
		ConfiguredSources sources = sources(home);
		sources.ids().forEach(id -> provided.addAll(sources.provides(id)));
		boolean every = ldap.attributes().contains("*");
		Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		known.addAll(provided);
		known.addAll(attributes.attributeIds(AttributeSettings.DEFAULTS));
		known.addAll(LdapProperties.standardAttributes());
		attributes.definitions().forEach((id, definition) -> {
			String key = AttributesProperties.PREFIX + "definitions." + id;
			definition.definition(key, id, identityProvider.scopes())
				.sources()
				.stream()
				.filter(source -> source.equals(id) || !attributes.definitions().containsKey(source))
				.filter(source -> !provided.contains(source))
				.forEach(source -> {
					if (!every) {
						home.faults()
							.add(key + ": nothing provides '" + source
									+ "', for campanile.ldap.attributes does not ask for it; add it there"
									+ ConfiguredNames.suggestion(source, provided));
					}
					else if (!known.contains(source)) {
						ConfiguredNames.closest(source, known)
							.ifPresent(meant -> home.warn(key + ": nothing known is called '" + source
									+ "'; did you mean '" + meant
									+ "'? If the directory has it, name it in campanile.ldap.attributes beside \"*\""));
					}
				});
		});
	}

	/** Checks what sources need to look up a user, which only the user's entry gives. */
	private static void parameters(HomeInspection home) {
		LdapProperties ldap = home.group(LdapProperties.class);
		AttributesProperties attributes = home.group(AttributesProperties.class);
		Set<String> given = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		given.addAll(ldap.attributes());
		given.addAll(List.of(ldap.principalAttribute(), SourceQuery.USERNAME, "entryDN"));
		boolean every = given.remove("*");
		Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		known.addAll(given);
		known.addAll(LdapProperties.standardAttributes());
		BuiltInAttribute.ALL.forEach(attribute -> known.add(attribute.id()));
		sources(home).parameters()
			.forEach((key, names) -> names.stream().filter(name -> !given.contains(name)).forEach(name -> {
				String asks = key + ": it asks for '" + name + "' of the user";
				if (name.equalsIgnoreCase(PrincipalDefinition.PRINCIPAL)) {
					home.faults().add(asks + ", which is no attribute of the directory; write " + SourceQuery.USERNAME);
				}
				else if (!every) {
					home.faults()
						.add(asks + ", which campanile.ldap.attributes does not ask the directory for; add it there"
								+ ConfiguredNames.suggestion(name, given));
				}
				else if (attributes.definitions().containsKey(name) && !known.contains(name)) {
					home.warn(asks + "'s entry, not for what the definition of that name makes");
				}
				else if (!known.contains(name)) {
					ConfiguredNames.closest(name, known)
						.ifPresent(meant -> home
							.warn(asks + ", and nothing known is called so; did you mean '" + meant + "'?"));
				}
			}));
	}

}
