package org.campanile.web.directory;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.HomeFolder;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.DirectorySettings.Limits;
import org.campanile.directory.DirectorySettings.Order;
import org.campanile.directory.DirectorySettings.Pools;
import org.campanile.directory.DirectorySettings.Scope;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.DirectorySettings.Transport;
import org.campanile.directory.DirectorySettings.Users;
import org.campanile.directory.FilterTemplate;
import org.campanile.directory.LdapSyntax;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The settings of the LDAP directory in which people are looked up and which checks their
 * passwords.
 *
 * @param urls the directory servers, each {@code ldap://host[:port]} or
 * {@code ldaps://host[:port]}, all of one kind; all hold the same people
 * @param order which server a new connection goes to: {@code failover}, the first that
 * answers, or {@code round-robin}, each in turn
 * @param startTls whether connections to {@code ldap://} servers are upgraded to TLS
 * before anything is sent
 * @param trustedCertificates a file of CA certificates in PEM that the servers'
 * certificates must come from, relative to the home folder; without it those that the JDK
 * trusts
 * @param checkHostname whether a server's certificate must name the host in its URL
 * @param bindDn the account that searches are made as; without it they are anonymous, but
 * those of logins in mode {@code active-directory} are made as the user
 * @param bindPassword the password of that account
 * @param baseDn the entry below which people are looked for
 * @param searchScope how far below: {@code subtree} or {@code one-level}
 * @param userFilter the filter that finds a user, in which {@code {user}} stands for the
 * username typed
 * @param principalAttribute the attribute whose value becomes the user's canonical name
 * @param attributes the attributes to ask for: {@code *} is every user attribute,
 * operational ones must be named
 * @param ignoreReferences whether references to other servers are passed over, as Active
 * Directory needs when searched from the domain root; they are never followed
 * @param decoyDn an entry to check a password against when the username is unknown, so
 * that this takes as long as a wrong password; it must be exempt from lockout
 * @param connectTimeout how long one server may take to accept a connection, its TLS
 * handshake included; keep it well below the timeout so that a second server can be tried
 * @param responseTimeout how long a server may take to answer
 * @param poolWait how long a login may wait for a free connection
 * @param timeout how long all that one login asks of the directory may take together;
 * then the user is asked to try later
 * @param searchPoolSize connections for searches, at most
 * @param bindPoolSize connections for checking passwords, at most
 * @param maxConcurrent logins that may wait for the directory at once; more are asked to
 * try later
 * @param healthCheckInterval how often idle connections are tried
 * @param maxConnectionAge how long a connection is kept, so that load returns to a server
 * that was away
 */
@Validated
@ConfigurationProperties("campanile.ldap")
public record LdapProperties(@DefaultValue List<String> urls, @DefaultValue("failover") Order order,
		@DefaultValue("false") boolean startTls, @Nullable Path trustedCertificates,
		@DefaultValue("true") boolean checkHostname, @Nullable String bindDn, @Nullable String bindPassword,
		@Nullable String baseDn, @DefaultValue("subtree") Scope searchScope,
		@DefaultValue("(uid={user})") @NotBlank String userFilter,
		@DefaultValue("uid") @NotBlank String principalAttribute, @DefaultValue( {
				"*", "memberOf", "entryUUID" }) List<String> attributes,
		@DefaultValue("false") boolean ignoreReferences, @Nullable String decoyDn,
		@DefaultValue("1s") Duration connectTimeout, @DefaultValue("3s") Duration responseTimeout,
		@DefaultValue("3s") Duration poolWait, @DefaultValue("2800ms") Duration timeout,
		@DefaultValue("10") @Min(1) int searchPoolSize, @DefaultValue("10") @Min(1) int bindPoolSize,
		@DefaultValue("64") @Min(1) int maxConcurrent, @DefaultValue("30s") Duration healthCheckInterval,
		@DefaultValue("10m") Duration maxConnectionAge) implements CheckedProperties{

	/**
	 * The settings of the directory.
	 * @param home what relative paths are relative to
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	public DirectorySettings settings(HomeFolder home) {
		servers().requireServers();
		String base = requiredBase();
		return new DirectorySettings(servers().addresses(), order,
				new Transport(servers().security(), servers().trusted(home, trustedCertificates), checkHostname),
				serviceAccount(), users(base), pools(), limits());
	}

	/** The attributes that standards name. */
	public static Set<String> standardAttributes() {
		return LdapSyntax.standardAttributes();
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		Faults own = new Faults();
		own.check(this::limits);
		own.check(() -> Faults.requirePositive("campanile.ldap.health-check-interval", healthCheckInterval));
		own.check(() -> Faults.requirePositive("campanile.ldap.max-connection-age", maxConnectionAge));
		checkServers(context.home(), own);
		own.lines().forEach(faults::add);
	}

	private void checkServers(HomeFolder home, Faults own) {
		own.check(servers()::requireServers);
		urls.forEach(url -> own.check(() -> servers().address(url)));
		if (own.isEmpty()) {
			own.check(servers()::security);
			own.check(() -> servers().trusted(home, trustedCertificates));
		}
		own.check(this::serviceAccount);
		own.check(() -> users(requiredBase()));
		own.check(this::checkFilter);
		if (own.isEmpty()) {
			// Creates everything without connecting: the file of certificates is read.
			own.value(() -> LdapConfiguration.directory(settings(home), attributes, InstantSource.system(),
					new SimpleMeterRegistry()))
				.ifPresent(Directory::close);
		}
	}

	private String requiredBase() {
		if (baseDn == null) {
			throw new IllegalArgumentException(
					"campanile.ldap.base-dn: missing; give the entry below which people are, such as ou=people,dc=example,dc=edu");
		}
		return baseDn;
	}

	private LdapUrls servers() {
		return new LdapUrls("campanile.ldap.", urls, startTls);
	}

	private Optional<ServiceAccount> serviceAccount() {
		return servers().serviceAccount(bindDn, bindPassword);
	}

	/** Whether passwords would cross a network unprotected. */
	public boolean exposesPasswords() {
		return servers().exposed();
	}

	private Users users(String base) {
		Faults.naming("campanile.ldap.base-dn", () -> LdapSyntax.requireDn(base));
		checkFilter();
		return Faults.named("campanile.ldap.decoy-dn", () -> new Users(base, searchScope, userFilter,
				principalAttribute, ignoreReferences, Optional.ofNullable(decoyDn)));
	}

	private void checkFilter() {
		Faults.named("campanile.ldap.user-filter", () -> FilterTemplate.parse(userFilter));
	}

	private Pools pools() {
		return new Pools(searchPoolSize, bindPoolSize, maxConcurrent, healthCheckInterval, maxConnectionAge);
	}

	private Limits limits() {
		return new Limits(limit("connect-timeout", connectTimeout), limit("response-timeout", responseTimeout),
				limit("pool-wait", poolWait), limit("timeout", timeout));
	}

	private static Duration limit(String key, Duration limit) {
		if (!limit.isPositive() || limit.compareTo(Duration.ofHours(1)) > 0) {
			throw new IllegalArgumentException(
					"campanile.ldap." + key + ": " + limit + " is no time limit; give more than 0 and at most 1h");
		}
		return limit;
	}

	/** Describes the servers and the location of people in one line. */
	public String describe() {
		return String.join(", ", urls) + (startTls ? " (StartTLS)" : "") + ", people below " + baseDn;
	}

	@Override
	public String toString() {
		return "LdapProperties[urls=" + urls + ", baseDn=" + baseDn + "]";
	}

}
