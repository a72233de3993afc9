package org.campanile.web.validation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.jspecify.annotations.Nullable;

import org.campanile.HomeFolder;
import org.campanile.web.overload.PacedHttpProtocol;

/**
 * A port for the validation service alone.
 *
 * @param port its number; without it the service is on the management port
 * @param address the address that it listens on; without it all
 * @param certificate a file with the certificate and its chain in PEM, relative to the
 * home folder; without it the port speaks plain HTTP, which only loopback may
 * @param privateKey a file with its key in PEM
 */
public record OwnPort(@Min(1) @Max(65_535) @Nullable Integer port, @Nullable String address, @Nullable Path certificate,
		@Nullable Path privateKey) {

	private static final String PREFIX = "campanile.validation.listen.";

	private static final int CONNECTIONS = 512;

	private static final int CONNECTION_TIMEOUT_MILLIS = 20_000;

	/**
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	void check(HomeFolder home) {
		if (port == null) {
			if (certificate != null || privateKey != null || address != null) {
				throw new IllegalArgumentException(
						PREFIX + "port: missing, so that the other settings mean nothing; set it or remove them");
			}
			return;
		}
		if ((certificate == null) != (privateKey == null)) {
			throw new IllegalArgumentException(PREFIX + "certificate: certificate and private-key belong together");
		}
		if (certificate != null && privateKey != null) {
			requireReadable("certificate", home.path().resolve(certificate));
			requireReadable("private-key", home.path().resolve(privateKey));
		}
		else if (!isLoopback(address)) {
			throw new IllegalArgumentException(PREFIX
					+ "certificate: missing, and passwords would cross the network in "
					+ "clear; give certificate and private-key, or set address to 127.0.0.1 for a proxy on this machine");
		}
	}

	private static void requireReadable(String key, Path file) {
		if (!Files.isReadable(file)) {
			throw new IllegalArgumentException(PREFIX + key + ": " + file + " cannot be read; give a file in PEM");
		}
	}

	/** Whether a port at that address can be reached only from this machine. */
	static boolean isLoopback(@Nullable String address) {
		try {
			return "localhost".equals(address)
					|| address != null && !address.isEmpty() && InetAddress.ofLiteral(address).isLoopbackAddress();
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/** Describes where the service listens. */
	String describe() {
		return port == null ? "on the management port" : "on port " + port;
	}

	/** Returns Tomcat's connector for the port. */
	Connector connector(int number, HomeFolder home) {
		PacedHttpProtocol protocol = new PacedHttpProtocol();
		Connector connector = new Connector(protocol);
		connector.setPort(number);
		if (address != null) {
			bind(protocol, address);
		}
		protocol.setMaxConnections(CONNECTIONS);
		protocol.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
		protocol.setExecutor(Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("validation-", 0).factory()));
		if (certificate != null && privateKey != null) {
			SSLHostConfig tls = new SSLHostConfig();
			tls.setProtocols("TLSv1.2+TLSv1.3");
			SSLHostConfigCertificate own = new SSLHostConfigCertificate(tls, SSLHostConfigCertificate.Type.UNDEFINED);
			own.setCertificateFile(home.path().resolve(certificate).toAbsolutePath().toString());
			own.setCertificateKeyFile(home.path().resolve(privateKey).toAbsolutePath().toString());
			tls.addCertificate(own);
			connector.addSslHostConfig(tls);
			connector.setSecure(true);
			connector.setScheme("https");
			protocol.setSSLEnabled(true);
		}
		return connector;
	}

	private static void bind(AbstractProtocol<?> protocol, String address) {
		try {
			protocol.setAddress(InetAddress.getByName(address));
		}
		catch (UnknownHostException ex) {
			throw new IllegalArgumentException(
					PREFIX + "address: " + address + " is no address of this machine; correct it", ex);
		}
	}

	/** Keeps the service and the rest of management apart. */
	static final class Separation extends ValveBase {

		private final int own;

		Separation(int own) {
			super(true);
			this.own = own;
		}

		@Override
		public void invoke(Request request, Response response) throws IOException, ServletException {
			boolean service = request.getDecodedRequestURI().equals(ValidationServlet.PATH);
			if (service == (request.getConnector().getPort() == own)) {
				getNext().invoke(request, response);
			}
			else {
				response.sendError(HttpServletResponse.SC_NOT_FOUND);
			}
		}

	}

}
