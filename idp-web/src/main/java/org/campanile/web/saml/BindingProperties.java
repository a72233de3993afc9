package org.campanile.web.saml;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

import org.campanile.saml.binding.BindingLimits;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Messages of services: how large they may be.
 *
 * @param maxPostedSize the largest SAMLRequest accepted by HTTP-POST, in base64
 * @param maxInflatedSize the largest SAMLRequest accepted by HTTP-Redirect, after
 * inflating
 */
@Validated
@ConfigurationProperties("campanile.requests")
record BindingProperties(@DefaultValue("256KB") @NotNull DataSize maxPostedSize,
		@DefaultValue("128KB") @NotNull DataSize maxInflatedSize) implements CheckedProperties {

	/** The maximum size, far above any real request and far below a harmful one. */
	private static final DataSize MAX_SIZE = DataSize.ofMegabytes(4);

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(() -> bytes("max-posted-size", maxPostedSize, "256KB"));
		faults.check(() -> bytes("max-inflated-size", maxInflatedSize, "128KB"));
	}

	/**
	 * @throws IllegalArgumentException if a size is out of range; the message begins with
	 * the key
	 */
	BindingLimits limits() {
		return new BindingLimits(bytes("max-inflated-size", maxInflatedSize, "128KB"),
				bytes("max-posted-size", maxPostedSize, "256KB"));
	}

	private static int bytes(String key, DataSize size, String usual) {
		if (size.toBytes() <= 0 || size.compareTo(MAX_SIZE) > 0) {
			throw new IllegalArgumentException("campanile.requests." + key + ": " + size
					+ " is not between one byte and 4 MB; the default is " + usual);
		}
		return (int) size.toBytes();
	}

}
