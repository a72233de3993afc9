package org.campanile.web.directory;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.HomeFolder;
import org.campanile.authn.resolver.UserResolver;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryResolver;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.DirectorySettings.Limits;
import org.campanile.directory.DirectorySettings.Order;
import org.campanile.directory.DirectorySettings.Pools;
import org.campanile.directory.DirectorySettings.Scope;
import org.campanile.directory.DirectorySettings.Transport;
import org.campanile.directory.DirectorySettings.Users;
import org.campanile.directory.FilterTemplate;
import org.campanile.directory.LdapSyntax;
import org.campanile.web.config.Faults;

/**
 * A directory with the users of a realm.
 *
 * @param urls its servers, each {@code ldap://host[:port]} or
 * {@code ldaps://host[:port]}, all of one kind; the first that answers is asked
 * @param startTls whether connections to {@code ldap://} servers are upgraded to TLS
 * @param trustedCertificates a file of CA certificates in PEM, relative to the home
 * folder; without it those that the JDK trusts
 * @param checkHostname whether a server's certificate must name the host in its URL
 * @param bindDn the account that searches are made as; without it they are anonymous
 * @param bindPassword the password of that account
 * @param baseDn the entry below which users are searched
 * @param searchScope how far below: {@code subtree} or {@code one-level}
 * @param userFilter the filter that finds a user; {@code {user}} stands for the login
 * name
 * @param principalAttribute the attribute whose value is the canonical name
 * @param attributes the attributes to ask for
 * @param ignoreReferences whether references to other servers are ignored, as Active
 * Directory needs when searched from the domain root; they are never followed
 * @param poolSize connections for searches, and as many for passwords, at most
 */
public record RealmDirectoryProperties(@DefaultValue List<String> urls, @DefaultValue("false") boolean startTls,
		@Nullable Path trustedCertificates, @DefaultValue("true") boolean checkHostname, @Nullable String bindDn,
		@Nullable String bindPassword, @Nullable String baseDn, @DefaultValue("subtree") Scope searchScope,
		@DefaultValue("(uid={user})") String userFilter, @DefaultValue("uid") String principalAttribute,
		@DefaultValue( {
				"*", "entryUUID", "modifyTimestamp" }) List<String> attributes,
		@DefaultValue("false") boolean ignoreReferences, @DefaultValue("10") @Min(1) int poolSize){

	/**
	 * Creates the resolver without connecting.
	 * @param key the prefix of the keys, with a dot at the end
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	public UserResolver resolver(String realm, String key, HomeFolder home, Duration timeout, int maxConcurrent,
			InstantSource clock) {
		LdapUrls servers = new LdapUrls(key, urls, startTls);
		servers.requireServers();
		Users users = users(key);
		Duration connect = timeout.dividedBy(2);
		DirectorySettings settings = new DirectorySettings(servers.addresses(), Order.FAILOVER,
				new Transport(servers.security(), servers.trusted(home, trustedCertificates), checkHostname),
				servers.serviceAccount(bindDn, bindPassword), users, new Pools(poolSize, poolSize, maxConcurrent,
						Pools.DEFAULTS.healthCheckInterval(), Pools.DEFAULTS.maxConnectionAge()),
				new Limits(connect, timeout, timeout, timeout));
		// Metrics of directories have no tag that names the directory; campanile.resolver
		// has one.
		Directory directory = Faults.named(key + "trusted-certificates",
				() -> new Directory(settings, attributes, clock, new SimpleMeterRegistry()));
		return new DirectoryResolver(realm, directory, true, name -> Optional.empty());
	}

	private Users users(String key) {
		if (baseDn == null) {
			throw new IllegalArgumentException(key
					+ "base-dn: missing; give the entry below which users are, such as ou=people,dc=example,dc=edu");
		}
		Faults.naming(key + "base-dn", () -> LdapSyntax.requireDn(baseDn));
		Faults.naming(key + "user-filter", () -> FilterTemplate.parse(userFilter));
		return new Users(baseDn, searchScope, userFilter, principalAttribute, ignoreReferences, Optional.empty());
	}

	/** Whether passwords would cross a network unprotected; without faults. */
	public boolean exposesPasswords(String key) {
		return new LdapUrls(key, urls, startTls).exposed();
	}

	@Override
	public String toString() {
		return "RealmDirectoryProperties[urls=" + urls + ", baseDn=" + baseDn + "]";
	}

}
