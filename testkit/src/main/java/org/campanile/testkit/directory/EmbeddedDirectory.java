package org.campanile.testkit.directory;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.net.ssl.SSLServerSocketFactory;

import org.jspecify.annotations.Nullable;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.listener.interceptor.InMemoryOperationInterceptor;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.Modification;
import com.unboundid.ldap.sdk.ModificationType;
import com.unboundid.ldif.LDIFException;
import com.unboundid.ldif.LDIFReader;
import com.unboundid.util.ssl.PEMFileKeyManager;
import com.unboundid.util.ssl.SSLUtil;
import org.campanile.directory.ServerAddress;

/**
 * A directory in memory, only on loopback, loaded from LDIF (RFC 2849). Accepts any
 * attribute and object class. For trials and tests. Thread-safe.
 */
public final class EmbeddedDirectory implements AutoCloseable {

	/** The base DN of the demo's users. */
	public static final String DEMO_BASE_DN = "dc=example,dc=edu";

	/** The service account of the demo. */
	public static final String DEMO_SERVICE_DN = "cn=campanile,ou=services," + DEMO_BASE_DN;

	/** The password of the service account, which protects only the demo. */
	public static final String DEMO_SERVICE_PASSWORD = "campanile-demo";

	private final InMemoryDirectoryServer server;

	private EmbeddedDirectory(InMemoryDirectoryServer server) {
		this.server = server;
	}

	/**
	 * Starts a directory with the demo's users.
	 * @param port the port on loopback, 0 for any free one
	 * @throws IOException if the port is taken
	 */
	public static EmbeddedDirectory demo(int port) throws IOException {
		return start(DEMO_BASE_DN, demoLdif(), port);
	}

	/**
	 * Starts a directory with the demo's users that speaks TLS from the first byte.
	 * @param keys the folder of its certificate, from
	 * {@link TestAuthority#issueForLoopback}
	 */
	public static EmbeddedDirectory demoOverTls(Path keys) throws IOException, GeneralSecurityException {
		SSLUtil tls = new SSLUtil(
				new PEMFileKeyManager(keys.resolve("server.pem").toFile(), keys.resolve("server.key").toFile()), null);
		return start(DEMO_BASE_DN, demoLdif(), 0, List.of(), tls.createSSLServerSocketFactory());
	}

	private static InputStream demoLdif() throws IOException {
		InputStream ldif = EmbeddedDirectory.class.getResourceAsStream("demo.ldif");
		if (ldif == null) {
			throw new IOException("demo.ldif is missing from the class path");
		}
		return ldif;
	}

	/**
	 * Starts a directory.
	 * @param baseDn the base DN of all entries
	 * @param ldif the entries
	 * @param port the port on loopback, 0 for any free one
	 * @throws IOException if the file cannot be read or is not LDIF, or the port is taken
	 */
	public static EmbeddedDirectory start(String baseDn, Path ldif, int port) throws IOException {
		return start(baseDn, Files.newInputStream(ldif), port);
	}

	private static EmbeddedDirectory start(String baseDn, InputStream ldif, int port) throws IOException {
		return start(baseDn, ldif, port, List.of());
	}

	static EmbeddedDirectory start(String baseDn, InputStream ldif, int port,
			List<InMemoryOperationInterceptor> interceptors) throws IOException {
		return start(baseDn, ldif, port, interceptors, null);
	}

	private static EmbeddedDirectory start(String baseDn, InputStream ldif, int port,
			List<InMemoryOperationInterceptor> interceptors, @Nullable SSLServerSocketFactory tls) throws IOException {
		try {
			List<Entry> people = read(ldif);
			InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig(baseDn);
			config.setSchema(PermissiveSchema.of(people));
			config.setEnforceAttributeSyntaxCompliance(false);
			config.setEnforceSingleStructuralObjectClass(false);
			config.setEqualityIndexAttributes("uid", "mail");
			InetAddress loopback = InetAddress.getLoopbackAddress();
			InMemoryListenerConfig listener = tls == null
					? InMemoryListenerConfig.createLDAPConfig("ldap", loopback, port, null)
					: InMemoryListenerConfig.createLDAPSConfig("ldaps", loopback, port, tls, null);
			config.setListenerConfigs(listener);
			EntrySource entries = new EntrySource();
			config.addInMemoryOperationInterceptor(new DemoPasswordPolicy(entries::entry, entries::withoutPolicy));
			interceptors.forEach(config::addInMemoryOperationInterceptor);
			InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
			entries.server = server;
			server.addEntries(people);
			server.startListening();
			return new EmbeddedDirectory(server);
		}
		catch (LDAPException ex) {
			throw new IOException("the embedded directory cannot start on port " + port + ": " + ex.getMessage(), ex);
		}
	}

	private static List<Entry> read(InputStream ldif) throws IOException {
		List<Entry> entries = new ArrayList<>();
		try (LDIFReader reader = new LDIFReader(ldif)) {
			for (Entry entry = reader.readEntry(); entry != null; entry = reader.readEntry()) {
				entries.add(entry);
			}
		}
		catch (LDIFException ex) {
			throw new IOException("the LDIF cannot be read: line " + ex.getLineNumber() + ": " + ex.getMessage(), ex);
		}
		return entries;
	}

	/** The server itself, for tests that modify or observe it. */
	InMemoryDirectoryServer server() {
		return server;
	}

	/**
	 * Replaces the values of an attribute, as an administrator of the directory may at
	 * any time.
	 * @param dn the entry's
	 */
	public void replace(String dn, String attribute, String... values) {
		try {
			server.modify(dn, new Modification(ModificationType.REPLACE, attribute, values));
		}
		catch (LDAPException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Returns the address on which the directory listens. */
	public ServerAddress address() {
		InetAddress address = Optional.ofNullable(server.getListenAddress()).orElseGet(InetAddress::getLoopbackAddress);
		return new ServerAddress(address.getHostAddress(), server.getListenPort());
	}

	/** The settings of a server that uses the demo's users, by key. */
	public Map<String, String> settings() {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("campanile.ldap.urls", "ldap://127.0.0.1:" + address().port());
		settings.put("campanile.ldap.base-dn", DEMO_BASE_DN);
		settings.put("campanile.ldap.bind-dn", DEMO_SERVICE_DN);
		settings.put("campanile.ldap.bind-password", DEMO_SERVICE_PASSWORD);
		return settings;
	}

	@Override
	public void close() {
		server.shutDown(true);
	}

	/**
	 * A source of entries, because the interceptor is configured before the server from
	 * which it reads exists.
	 */
	private static final class EntrySource {

		private volatile @Nullable InMemoryDirectoryServer server;

		@Nullable Entry entry(String dn) {
			InMemoryDirectoryServer current = server;
			try {
				return current == null ? null : current.getEntry(dn);
			}
			catch (LDAPException ex) {
				// The bind name is not a DN; the server itself answers that.
				return null;
			}
		}

		void withoutPolicy(String dn) {
			InMemoryDirectoryServer current = server;
			try {
				if (current != null) {
					current.modify(dn, new Modification(ModificationType.REPLACE, DemoPasswordPolicy.ATTRIBUTE));
				}
			}
			catch (LDAPException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
