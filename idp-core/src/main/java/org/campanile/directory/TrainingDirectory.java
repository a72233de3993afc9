package org.campanile.directory;

import java.io.IOException;
import java.net.InetAddress;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldif.LDIFException;

/**
 * A directory with one entry on loopback, for the training run of the AOT cache, in which
 * a server signs in to itself.
 */
public final class TrainingDirectory implements AutoCloseable {

	/** The base of the entry. */
	public static final String BASE_DN = "dc=training";

	/** The uid of the only user. */
	public static final String USER = "training";

	private final InMemoryDirectoryServer server;

	private TrainingDirectory(InMemoryDirectoryServer server) {
		this.server = server;
	}

	/**
	 * Starts it on any free port.
	 * @throws IOException if it cannot listen
	 */
	public static TrainingDirectory start(String password) throws IOException {
		try {
			InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig(BASE_DN);
			config.setListenerConfigs(
					InMemoryListenerConfig.createLDAPConfig("ldap", InetAddress.getLoopbackAddress(), 0, null));
			InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
			server.add("dn: " + BASE_DN, "objectClass: domain", "dc: training");
			server.add("dn: uid=" + USER + ',' + BASE_DN, "objectClass: inetOrgPerson", "uid: " + USER,
					"cn: Training User", "givenName: Training", "sn: User", "displayName: Training User",
					"mail: training@example.edu", "userPassword: " + password);
			server.startListening();
			return new TrainingDirectory(server);
		}
		catch (LDAPException | LDIFException ex) {
			throw new IOException("the directory of the training cannot start: " + ex.getMessage(), ex);
		}
	}

	/** Returns the URL at which the directory listens. */
	public String url() {
		return "ldap://127.0.0.1:" + server.getListenPort();
	}

	@Override
	public void close() {
		server.shutDown(true);
	}

}
