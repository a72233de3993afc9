package org.campanile.web.saml;

import java.time.Duration;
import java.util.List;

import jakarta.validation.constraints.Positive;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import org.campanile.saml.metadata.MetadataSettings;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The settings of reading services' metadata.
 *
 * @param pollInterval how often the metadata folder is scanned for added, changed and
 * removed files
 * @param maxFileSize the maximum size of a metadata file; a larger one is refused
 * @param cachedServices how many services are kept parsed in memory; others are read from
 * their file again when needed
 * @param precedence names of files in the metadata folder whose services are served even
 * if other files contain them, the first of these files first
 */
@ConfigurationProperties("campanile.metadata")
public record MetadataProperties(@DefaultValue("1s") Duration pollInterval, @DefaultValue("100MB") DataSize maxFileSize,
		@DefaultValue("1000") @Positive int cachedServices,
		@DefaultValue List<String> precedence) implements CheckedProperties {

	@Override
	public void check(CheckContext context, Faults faults) {
		// Each setting is checked alone with defaults for the others, so that every fault
		// is reported.
		MetadataSettings usual = MetadataSettings.DEFAULTS;
		faults.check(() -> settings(pollInterval, usual.maxFileBytes(), usual.cachedServices(), List.of()));
		faults.check(() -> settings(usual.pollInterval(), maxFileSize.toBytes(), usual.cachedServices(), List.of()));
		faults.check(() -> settings(usual.pollInterval(), usual.maxFileBytes(), usual.cachedServices(), precedence));
	}

	/**
	 * The settings.
	 * @throws IllegalArgumentException with key, reason and remedy
	 */
	public MetadataSettings settings() {
		return settings(pollInterval, maxFileSize.toBytes(), cachedServices, precedence);
	}

	private static MetadataSettings settings(Duration pollInterval, long maxFileBytes, int cachedServices,
			List<String> precedence) {
		try {
			return new MetadataSettings(pollInterval, maxFileBytes, cachedServices, precedence);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("campanile.metadata." + ex.getMessage(), ex);
		}
	}

}
