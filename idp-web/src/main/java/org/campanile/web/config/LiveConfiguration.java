package org.campanile.web.config;

import java.util.List;
import java.util.Set;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.release.PairwiseIds;
import org.campanile.relyingparty.RelyingPartyOverride;
import org.campanile.web.page.Branding;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * What is configured anew while the server runs, as it is now. Whoever needs two parts of
 * it that belong together takes one {@link #current() version}. Thread-safe.
 */
final class LiveConfiguration {

	/** Where its keys begin, those of the log's levels included. */
	private static final List<ConfigurationPropertyName> PREFIXES = List.of(
			ConfigurationPropertyName.of("campanile.release"), ConfigurationPropertyName.of("campanile.services"),
			ConfigurationPropertyName.of("campanile.branding"), LogLevels.PREFIX);

	private final Fixed fixed;

	private volatile Version current;

	/**
	 * One version of it.
	 *
	 * @param overrides local settings of services
	 * @param releasePolicy which attributes they get
	 * @param branding how the institution presents itself
	 */
	record Version(List<RelyingPartyOverride> overrides, DefaultReleasePolicy releasePolicy, Branding branding) {
	}

	/** What it depends on and a restart alone changes. */
	record Fixed(HomeFolder home, IdentityProvider identityProvider, Set<String> attributeIds, SamlAttributeNames names,
			PairwiseIds pairwiseIds) {
	}

	LiveConfiguration(Fixed fixed, ReleaseProperties release, ServicesProperties services,
			BrandingProperties branding) {
		this.fixed = fixed;
		this.current = version(release, services, branding);
	}

	static boolean isLive(ConfigurationPropertyName key) {
		return PREFIXES.stream().anyMatch(prefix -> prefix.equals(key) || prefix.isAncestorOf(key));
	}

	Version current() {
		return current;
	}

	/**
	 * Makes a version, without taking it over.
	 * @throws IllegalArgumentException naming the key, if it needs what a restart alone
	 * brings
	 */
	Version version(ReleaseProperties release, ServicesProperties services, BrandingProperties branding) {
		return new Version(services.overrides(),
				new DefaultReleasePolicy(release.releaseRules(fixed.attributeIds()), fixed.pairwiseIds()),
				branding.toBranding(fixed.home(), fixed.identityProvider()));
	}

	/** Makes it the version of the moment, for every request from now on. */
	void takeOver(Version version) {
		current = version;
	}

}
