package org.campanile.demo;

import java.nio.file.Path;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The directory that the demo starts, in place of the servers and accounts below
 * {@code campanile.ldap}.
 *
 * @param enabled whether it is started
 * @param ldif the file of its users, relative to the home folder; without it the users of
 * the demo
 * @param port the port on loopback, 0 for any free one
 */
@ConfigurationProperties("campanile.ldap.embedded")
record DemoDirectoryProperties(@DefaultValue("false") boolean enabled, @Nullable Path ldif,
		@DefaultValue("0") @Min(0) @Max(65535) int port) {
}
