package org.campanile.web.directory;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.campanile.HomeFolder;
import org.campanile.directory.DirectorySettings.Security;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.LdapSyntax;
import org.campanile.directory.ServerAddress;
import org.campanile.http.Urls;
import org.campanile.web.config.Faults;

/**
 * The configured servers of a directory, and how they are reached. Every fault is an
 * {@link IllegalArgumentException} with key, reason and remedy.
 *
 * @param prefix the prefix of the keys, with a dot at the end
 * @param urls the servers' URLs
 * @param startTls whether {@code ldap://} is upgraded to TLS
 */
public record LdapUrls(String prefix, List<String> urls, boolean startTls) {

	void requireServers() {
		if (urls.isEmpty()) {
			throw new IllegalArgumentException(
					prefix + "urls: no directory server is named; give at least one, such as ldaps://ldap.example.edu");
		}
	}

	List<ServerAddress> addresses() {
		return urls.stream().map(this::address).toList();
	}

	ServerAddress address(String url) {
		URI uri = uri(url);
		String host = uri.getHost().startsWith("[") ? uri.getHost().substring(1, uri.getHost().length() - 1)
				: uri.getHost();
		return Faults.named(prefix + "urls", () -> new ServerAddress(host,
				uri.getPort() < 0 ? scheme(uri).equals("ldaps") ? 636 : 389 : uri.getPort()));
	}

	private URI uri(String url) {
		try {
			URI uri = new URI(url.strip());
			if (uri.getHost() == null || !Set.of("ldap", "ldaps").contains(scheme(uri)) || uri.getUserInfo() != null
					|| uri.getQuery() != null || !(uri.getPath().isEmpty() || uri.getPath().equals("/"))) {
				throw new IllegalArgumentException(prefix + "urls: '" + Urls.withoutUser(url)
						+ "' is not of the form ldap://host:port or ldaps://host:port");
			}
			return uri;
		}
		catch (URISyntaxException ex) {
			// As a cause it would quote the password that the URL may contain.
			throw new IllegalArgumentException(
					prefix + "urls: '" + Urls.withoutUser(url) + "' is not a URL: " + ex.getReason());
		}
	}

	private static String scheme(URI uri) {
		return String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
	}

	Security security() {
		Set<String> schemes = new HashSet<>(urls.stream().map(url -> scheme(uri(url))).toList());
		if (schemes.size() > 1) {
			throw new IllegalArgumentException(
					prefix + "urls: ldap:// and ldaps:// are mixed; use one kind for all servers");
		}
		if (schemes.contains("ldaps")) {
			if (startTls) {
				throw new IllegalArgumentException(
						prefix + "start-tls: ldaps:// servers already speak TLS; remove it or use ldap://");
			}
			return Security.LDAPS;
		}
		return startTls ? Security.STARTTLS : Security.PLAIN;
	}

	/** Whether the traffic would cross a network unprotected. */
	boolean exposed() {
		return security() == Security.PLAIN
				&& !addresses().stream().map(ServerAddress::host).allMatch(Urls::isLoopback);
	}

	Optional<Path> trusted(HomeFolder home, @Nullable Path trustedCertificates) {
		if (trustedCertificates == null) {
			return Optional.empty();
		}
		Path file = readable(prefix, home, trustedCertificates);
		if (security() == Security.PLAIN) {
			throw new IllegalArgumentException(
					prefix + "trusted-certificates: connections are not encrypted; use ldaps:// or start-tls: true");
		}
		return Optional.of(file);
	}

	public static Path readable(String prefix, HomeFolder home, Path trustedCertificates) {
		Path file = home.path().resolve(trustedCertificates);
		if (!Files.isReadable(file)) {
			throw new IllegalArgumentException(prefix + "trusted-certificates: " + file
					+ " cannot be read; give a file of CA certificates in PEM");
		}
		return file;
	}

	Optional<ServiceAccount> serviceAccount(@Nullable String bindDn, @Nullable String bindPassword) {
		if (bindDn == null && bindPassword == null) {
			return Optional.empty();
		}
		if (bindDn == null) {
			throw new IllegalArgumentException(prefix + "bind-dn: missing, though bind-password is given");
		}
		if (bindPassword == null || bindPassword.isEmpty()) {
			throw new IllegalArgumentException(prefix + "bind-password: missing, though bind-dn is given");
		}
		// Active Directory also accepts user@domain.
		if (bindDn.indexOf('=') >= 0 || bindDn.indexOf('@') < 0) {
			Faults.naming(prefix + "bind-dn", () -> LdapSyntax.requireDn(bindDn));
		}
		return Optional.of(new ServiceAccount(bindDn, bindPassword));
	}

}
