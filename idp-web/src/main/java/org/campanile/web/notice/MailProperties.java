package org.campanile.web.notice;

import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.mail.javamail.JavaMailSenderImpl;
import org.springframework.validation.annotation.Validated;

import org.campanile.http.Urls;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The server to which mail to users is submitted (RFC 6409).
 *
 * @param host the SMTP server; without one nothing is mailed
 * @param port its port
 * @param security whether the connection is encrypted
 * @param username for servers that ask for one
 * @param password for servers that ask for one
 * @param from the sender
 * @param attribute the attribute with the user's address
 * @param timeout how long each step of a delivery may take
 */
@Validated
@ConfigurationProperties("campanile.mail")
public record MailProperties(@Nullable String host, @DefaultValue("587") int port,
		@DefaultValue("starttls") @NotNull Security security, @Nullable String username, @Nullable String password,
		@Nullable String from, @DefaultValue("mail") @NotNull String attribute,
		@DefaultValue("10s") @NotNull Duration timeout) implements CheckedProperties {

	private static final String PREFIX = "campanile.mail.";

	private static final int MAX_PORT = 65_535;

	/** The encryption of the connection to the server. */
	public enum Security {

		/** The connection uses TLS from the first byte (RFC 8314, 3.3). */
		TLS,
		/** The connection uses STARTTLS, without which nothing is sent (RFC 3207). */
		STARTTLS,
		/** The connection is not encrypted, for a server on this machine. */
		NONE

	}

	@Override
	public void check(CheckContext context, Faults faults) {
		if (host == null) {
			return;
		}
		if (security == Security.NONE && !Urls.isLoopback(host)) {
			faults.add(PREFIX + "security: none, but " + host + " is another machine, so that mail"
					+ (password == null ? "" : " and password") + " could be read on the way; use starttls or tls");
		}
		faults.check(this::checkedFrom);
		faults.check(this::checkedPort);
		faults.check(() -> Faults.requirePositive(PREFIX + "timeout", timeout));
		Optional<Set<String>> known = context.attributeIds();
		known.ifPresent(ids -> faults.check(() -> Faults.requireAttribute(PREFIX + "attribute", attribute, ids)));
		if ((username == null) != (password == null)) {
			faults.add(PREFIX + (username == null ? "username" : "password")
					+ ": missing; give both or neither of username and password");
		}
	}

	/**
	 * The sender.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	String checkedFrom() {
		if (from == null) {
			throw new IllegalArgumentException(
					PREFIX + "from: missing; give the sender's address, such as no-reply@example.edu");
		}
		try {
			return new InternetAddress(from, true).toString();
		}
		catch (AddressException ex) {
			throw new IllegalArgumentException(
					PREFIX + "from: '" + from + "' is no mail address (" + ex.getMessage() + "); correct it", ex);
		}
	}

	private int checkedPort() {
		if (port < 1 || port > MAX_PORT) {
			throw new IllegalArgumentException(PREFIX + "port: " + port + " is no port; 587 is the usual one");
		}
		return port;
	}

	/** Sends by that server; every step has a deadline. */
	JavaMailSenderImpl sender(String server) {
		JavaMailSenderImpl sender = new JavaMailSenderImpl();
		sender.setHost(server);
		sender.setPort(checkedPort());
		sender.setProtocol("smtp");
		sender.setDefaultEncoding("UTF-8");
		if (username != null && password != null) {
			sender.setUsername(username);
			sender.setPassword(password);
		}
		Properties properties = sender.getJavaMailProperties();
		String millis = Long.toString(timeout.toMillis());
		properties.setProperty("mail.smtp.connectiontimeout", millis);
		properties.setProperty("mail.smtp.timeout", millis);
		properties.setProperty("mail.smtp.writetimeout", millis);
		properties.setProperty("mail.smtp.auth", Boolean.toString(username != null));
		properties.setProperty("mail.smtp.ssl.enable", Boolean.toString(security == Security.TLS));
		properties.setProperty("mail.smtp.starttls.enable", Boolean.toString(security == Security.STARTTLS));
		properties.setProperty("mail.smtp.starttls.required", Boolean.toString(security == Security.STARTTLS));
		properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
		return sender;
	}

	/** Omits the password. */
	@Override
	public String toString() {
		return "MailProperties[" + host + ":" + port + ", " + security + "]";
	}

}
