package org.campanile.web.audit;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The audit log. Everything except the format is read by {@code logback-spring.xml}
 * before any bean exists.
 *
 * @param format the format of a line
 * @param file the file to write to; empty for the console
 * @param maxFileSize the size at which the file is rotated before the day is over
 * @param keepDays how many days rotated files are kept
 */
@Validated
@ConfigurationProperties("campanile.audit")
public record AuditProperties(@DefaultValue("text") @NotNull Format format, @DefaultValue("") String file,
		@DefaultValue("100MB") @NotNull DataSize maxFileSize,
		@DefaultValue("90") @Min(1) @Max(3660) int keepDays) implements CheckedProperties {

	private static final DataSize LEAST = DataSize.ofMegabytes(1);

	/** The format of a line. */
	public enum Format {

		/** The format of {@code key=value} pairs. */
		TEXT,
		/** A JSON object. */
		JSON

	}

	@Override
	public void check(CheckContext context, Faults faults) {
		if (maxFileSize.compareTo(LEAST) < 0) {
			faults.add("campanile.audit.max-file-size: " + maxFileSize.toBytes()
					+ " bytes is less than 1MB; the default is 100MB");
		}
	}

}
