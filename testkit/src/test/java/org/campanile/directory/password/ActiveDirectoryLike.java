package org.campanile.directory.password;

import java.util.Objects;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedModifyRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSimpleBindRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryOperationInterceptor;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.Modification;
import com.unboundid.ldap.sdk.ModificationType;
import com.unboundid.ldap.sdk.ModifyRequest;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import com.unboundid.ldif.LDIFException;

import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryFixtures;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.DirectorySettings.Scope;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.DirectorySettings.Users;
import org.campanile.directory.ServerAddress;

/**
 * A directory with one person that binds and changes passwords as Active Directory does:
 * it binds {@code user@domain}, sends sub-codes in its messages, and sets
 * {@code unicodePwd} in UTF-16 and quotes.
 */
final class ActiveDirectoryLike implements AutoCloseable {

	static final String BASE = "dc=ad,dc=example,dc=edu";

	static final String SERVICE = "cn=service," + BASE;

	private static final String ANNA = "cn=Anna Active,cn=Users," + BASE;

	/** The names of all binds, in order; {@code service} for the service account. */
	final List<String> bound = new CopyOnWriteArrayList<>();

	/** The sub-code with which a correct password is refused; empty to accept it. */
	volatile String subCode = "";

	volatile String password = "Anna-demo-1";

	private final InMemoryDirectoryServer server;

	ActiveDirectoryLike() throws LDAPException, LDIFException {
		InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig(BASE);
		config.setSchema(null);
		config.setListenerConfigs(
				InMemoryListenerConfig.createLDAPConfig("ldap", InetAddress.getLoopbackAddress(), 0, null));
		config.addAdditionalBindCredentials(SERVICE, "service-secret");
		config.addInMemoryOperationInterceptor(new Passwords());
		this.server = new InMemoryDirectoryServer(config);
		server.add("dn: " + BASE, "objectClass: domain", "dc: ad");
		server.add("dn: cn=Users," + BASE, "objectClass: container", "cn: Users");
		server.add("dn: " + ANNA, "objectClass: user", "cn: Anna Active", "sAMAccountName: anna",
				"userPrincipalName: anna@ad.example.edu", "userPassword: Anna-demo-1");
		server.startListening();
	}

	private ServerAddress address() {
		return new ServerAddress("127.0.0.1", server.getListenPort());
	}

	/** Opens a directory of these servers, the first preferred. */
	static Directory open(ActiveDirectoryLike... servers) {
		DirectorySettings settings = DirectoryFixtures
			.settings(Stream.of(servers).map(ActiveDirectoryLike::address).toArray(ServerAddress[]::new));
		Users users = new Users(BASE, Scope.SUBTREE, "(sAMAccountName={user})", "sAMAccountName", false,
				Optional.empty());
		return DirectoryFixtures.open(DirectoryFixtures.with(DirectoryFixtures.with(settings, users),
				Optional.of(new ServiceAccount(SERVICE, "service-secret"))));
	}

	@Override
	public void close() {
		server.shutDown(true);
	}

	private final class Passwords extends InMemoryOperationInterceptor {

		@Override
		public void processSimpleBindRequest(InMemoryInterceptedSimpleBindRequest exchange) throws LDAPException {
			String name = exchange.getRequest().getBindDN();
			bound.add(name.equals(SERVICE) ? "service" : name);
			if (name.equals(SERVICE) || name.isEmpty()) {
				return;
			}
			boolean right = (name.equals("anna@ad.example.edu") || name.equals(ANNA))
					&& Objects.requireNonNull(exchange.getRequest().getPassword()).stringValue().equals(password);
			if (!right || !subCode.isEmpty()) {
				throw new LDAPException(ResultCode.INVALID_CREDENTIALS,
						"80090308: LdapErr: DSID-0C090446, comment: AcceptSecurityContext error, data "
								+ (right ? subCode : "52e") + ", v4563");
			}
			exchange.setRequest(new SimpleBindRequest(ANNA, password));
		}

		@Override
		public void processModifyRequest(InMemoryInterceptedModifyRequest exchange) throws LDAPException {
			List<Modification> changes = exchange.getRequest().getModifications();
			boolean wellFormed = changes.size() == 2
					&& changes.getFirst().getModificationType() == ModificationType.DELETE
					&& changes.getLast().getModificationType() == ModificationType.ADD
					&& changes.stream().allMatch(change -> change.getAttributeName().equals("unicodePwd"));
			if (!wellFormed) {
				throw new LDAPException(ResultCode.UNWILLING_TO_PERFORM, "0000001F: SvcErr: DSID-031A12D2");
			}
			if (!unquoted(changes.getFirst()).equals(password)) {
				throw new LDAPException(ResultCode.CONSTRAINT_VIOLATION, "00000056: AtrErr: DSID-03191083");
			}
			if (unquoted(changes.getLast()).length() < 7) {
				throw new LDAPException(ResultCode.CONSTRAINT_VIOLATION, "0000052D: AtrErr: DSID-03191083");
			}
			password = unquoted(changes.getLast());
			subCode = "";
			exchange.setRequest(
					new ModifyRequest(ANNA, new Modification(ModificationType.REPLACE, "userPassword", password)));
		}

		private static String unquoted(Modification change) throws LDAPException {
			String value = new String(change.getValueByteArrays()[0], StandardCharsets.UTF_16LE);
			if (!value.startsWith("\"") || !value.endsWith("\"") || value.length() < 2) {
				throw new LDAPException(ResultCode.UNWILLING_TO_PERFORM, "0000001F: SvcErr: DSID-031A12D2");
			}
			return value.substring(1, value.length() - 1);
		}

	}

}
