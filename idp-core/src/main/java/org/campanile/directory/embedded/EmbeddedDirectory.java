package org.campanile.directory.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldif.LDIFReader;
import org.campanile.directory.ServerAddress;

/**
 * A directory in memory, on loopback alone, loaded from LDIF (RFC 2849). It checks no
 * schema. For trials and tests. Thread-safe.
 */
public final class EmbeddedDirectory implements AutoCloseable {

	/** The base of the demo's people. */
	public static final String DEMO_BASE_DN = "dc=example,dc=edu";

	/** The account to search the demo's people as. */
	public static final String DEMO_SERVICE_DN = "cn=campanile,ou=services," + DEMO_BASE_DN;

	/** Its password; guards nothing but the demo. */
	public static final String DEMO_SERVICE_PASSWORD = "campanile-demo";

	private final InMemoryDirectoryServer server;

	private EmbeddedDirectory(InMemoryDirectoryServer server) {
		this.server = server;
	}

	/**
	 * Starts a directory with the demo's people.
	 * @param port the port on loopback, 0 for any free one
	 * @throws IOException if the port is taken
	 */
	public static EmbeddedDirectory demo(int port) throws IOException {
		InputStream ldif = EmbeddedDirectory.class.getResourceAsStream("demo.ldif");
		if (ldif == null) {
			throw new IOException("demo.ldif is missing from the class path");
		}
		return start(DEMO_BASE_DN, ldif, port);
	}

	/**
	 * Starts a directory.
	 * @param baseDn the base that all entries lie below
	 * @param ldif the entries
	 * @param port the port on loopback, 0 for any free one
	 * @throws IOException if the file cannot be read, is no LDIF, or the port is taken
	 */
	public static EmbeddedDirectory start(String baseDn, Path ldif, int port) throws IOException {
		return start(baseDn, Files.newInputStream(ldif), port);
	}

	private static EmbeddedDirectory start(String baseDn, InputStream ldif, int port) throws IOException {
		try (LDIFReader reader = new LDIFReader(ldif)) {
			InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig(baseDn);
			config.setSchema(null);
			config.setEqualityIndexAttributes("uid", "mail");
			config.setListenerConfigs(
					InMemoryListenerConfig.createLDAPConfig("ldap", InetAddress.getLoopbackAddress(), port, null));
			EntrySource entries = new EntrySource();
			config.addInMemoryOperationInterceptor(new DemoPasswordPolicy(entries::entry));
			InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
			entries.server = server;
			server.importFromLDIF(true, reader);
			server.startListening();
			return new EmbeddedDirectory(server);
		}
		catch (LDAPException ex) {
			throw new IOException("the embedded directory cannot start on port " + port + ": " + ex.getMessage(), ex);
		}
	}

	/** Where it listens. */
	public ServerAddress address() {
		InetAddress address = Optional.ofNullable(server.getListenAddress()).orElseGet(InetAddress::getLoopbackAddress);
		return new ServerAddress(address.getHostAddress(), server.getListenPort());
	}

	@Override
	public void close() {
		server.shutDown(true);
	}

	/** The interceptor is configured before the server that it looks into exists. */
	private static final class EntrySource {

		private volatile @Nullable InMemoryDirectoryServer server;

		@Nullable Entry entry(String dn) {
			InMemoryDirectoryServer current = server;
			try {
				return current == null ? null : current.getEntry(dn);
			}
			catch (LDAPException ex) {
				// The name in the bind was no name; the server itself answers that.
				return null;
			}
		}

	}

}
