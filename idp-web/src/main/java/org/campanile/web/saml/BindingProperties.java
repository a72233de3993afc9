package org.campanile.web.saml;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

import org.campanile.saml.binding.BindingLimits;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.campanile.web.fault.BodyLimit;

/**
 * Messages of services: how large they may be.
 *
 * @param maxPostedSize the largest SAMLRequest accepted by HTTP-POST, in base64
 * @param maxInflatedSize the largest SAMLRequest accepted by HTTP-Redirect, after
 * inflating
 */
@Validated
@ConfigurationProperties("campanile.requests")
record BindingProperties(@DefaultValue("192KB") @NotNull DataSize maxPostedSize,
		@DefaultValue("128KB") @NotNull DataSize maxInflatedSize) implements CheckedProperties {

	/** The maximum size, far above any real request and far below a harmful one. */
	private static final DataSize MAX_INFLATED = DataSize.ofMegabytes(4);

	/** What fits into a body with RelayState and the form's percent-encoding. */
	private static final DataSize MAX_POSTED = DataSize.ofKilobytes(192);

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::posted);
		faults.check(this::inflated);
	}

	/**
	 * @throws IllegalArgumentException if a size is out of range; the message begins with
	 * the key
	 */
	BindingLimits limits() {
		return new BindingLimits(inflated(), posted());
	}

	private int inflated() {
		return bytes("max-inflated-size", maxInflatedSize, MAX_INFLATED, "4 MB; the default is 128KB");
	}

	private int posted() {
		return bytes("max-posted-size", maxPostedSize, MAX_POSTED, "192 KB, the default; a whole body may have "
				+ BodyLimit.BYTES / 1024 + " KB, percent-encoding included");
	}

	private static int bytes(String key, DataSize size, DataSize max, String rest) {
		if (size.toBytes() <= 0 || size.compareTo(max) > 0) {
			throw new IllegalArgumentException(
					"campanile.requests." + key + ": " + size + " is not between one byte and " + rest);
		}
		return (int) size.toBytes();
	}

}
