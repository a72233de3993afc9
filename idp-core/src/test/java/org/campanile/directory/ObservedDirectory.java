package org.campanile.directory;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSearchRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSimpleBindRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryOperationInterceptor;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.SearchResultReference;
import com.unboundid.ldif.LDIFReader;
import org.campanile.directory.embedded.EmbeddedDirectory;

/** A directory in memory with the demo's people that tells what it was asked. */
public final class ObservedDirectory implements AutoCloseable {

	private final AtomicInteger binds = new AtomicInteger();

	private final AtomicInteger searches = new AtomicInteger();

	private final List<String> boundNames = new CopyOnWriteArrayList<>();

	private final List<String> filters = new CopyOnWriteArrayList<>();

	private final InMemoryDirectoryServer server;

	private volatile boolean refers;

	public ObservedDirectory() {
		try {
			InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig(EmbeddedDirectory.DEMO_BASE_DN);
			config.setSchema(null);
			config.setEqualityIndexAttributes("uid", "mail");
			config.setListenerConfigs(
					InMemoryListenerConfig.createLDAPConfig("ldap", InetAddress.getLoopbackAddress(), 0, null));
			config.addInMemoryOperationInterceptor(new Observer());
			this.server = new InMemoryDirectoryServer(config);
			server.importFromLDIF(true, new LDIFReader(EmbeddedDirectory.class.getResourceAsStream("demo.ldif")));
			server.startListening();
		}
		catch (LDAPException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public ServerAddress address() {
		return new ServerAddress("127.0.0.1", server.getListenPort());
	}

	/** Binds of people; those of the service account are left out. */
	public int binds() {
		return binds.get();
	}

	/** Searches for people; health checks are left out. */
	public int searches() {
		return searches.get();
	}

	public List<String> boundNames() {
		return boundNames;
	}

	public List<String> filters() {
		return filters;
	}

	public void add(String... ldif) {
		try {
			server.add(ldif);
		}
		catch (LDAPException | com.unboundid.ldif.LDIFException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** From now on a continuation reference comes with every search for people. */
	public void refer() {
		refers = true;
	}

	@Override
	public void close() {
		server.shutDown(true);
	}

	private final class Observer extends InMemoryOperationInterceptor {

		@Override
		public void processSimpleBindRequest(InMemoryInterceptedSimpleBindRequest exchange) {
			if (!exchange.getRequest().getBindDN().equals(EmbeddedDirectory.DEMO_SERVICE_DN)) {
				binds.incrementAndGet();
				boundNames.add(exchange.getRequest().getBindDN());
			}
		}

		@Override
		public void processSearchRequest(InMemoryInterceptedSearchRequest exchange) throws LDAPException {
			if (exchange.getRequest().getBaseDN().isEmpty()) {
				return;
			}
			searches.incrementAndGet();
			filters.add(exchange.getRequest().getFilter().toString());
			if (refers) {
				exchange.sendSearchReference(
						new SearchResultReference(new String[] { "ldap://elsewhere.example.com/dc=example" },
								new com.unboundid.ldap.sdk.Control[0]));
			}
		}

	}

}
