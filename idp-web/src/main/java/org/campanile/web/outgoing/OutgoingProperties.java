package org.campanile.web.outgoing;

import java.nio.file.Path;
import java.util.Optional;

import javax.net.ssl.SSLContext;

import org.campanile.HomeFolder;
import org.campanile.attribute.Tls;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Requests of this server to services: logout requests from server to server, and CAS
 * proxy callbacks.
 *
 * @param trustedCertificates a PEM file with the CA certificates that sign the
 * certificates of services; without it those of the JDK
 */
@ConfigurationProperties("campanile.outgoing")
public record OutgoingProperties(@Nullable Path trustedCertificates) implements CheckedProperties {

	/**
	 * Returns a context with the trusted certificates.
	 * @throws IllegalArgumentException if their file cannot be used
	 */
	public SSLContext tls(HomeFolder home) {
		return Tls.context(Optional.ofNullable(trustedCertificates).map(home.path()::resolve));
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(() -> {
			try {
				tls(context.home());
			}
			catch (IllegalArgumentException ex) {
				throw new IllegalArgumentException("campanile.outgoing.trusted-certificates: " + ex.getMessage(), ex);
			}
		});
	}

}
