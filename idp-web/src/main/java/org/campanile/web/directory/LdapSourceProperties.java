package org.campanile.web.directory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.Tls;
import org.campanile.directory.DirectorySettings.Scope;
import org.campanile.directory.DirectorySettings.Transport;
import org.campanile.directory.FilterTemplate;
import org.campanile.directory.LdapSource;
import org.campanile.directory.LdapSyntax;
import org.campanile.web.attribute.source.SourceKind;
import org.campanile.web.config.Faults;
import org.campanile.web.config.NestedProperties;

/**
 * A further directory.
 *
 * @param urls its servers, each {@code ldap://host[:port]} or
 * {@code ldaps://host[:port]}, all of one kind; the first that answers is asked
 * @param startTls whether connections to {@code ldap://} servers are upgraded to TLS
 * @param trustedCertificates a file of CA certificates in PEM, relative to the home
 * folder; without it those that the JDK trusts
 * @param checkHostname whether a server's certificate must name the host in its URL
 * @param bindDn the account that searches are made as; without it they are anonymous
 * @param bindPassword the password of that account
 * @param baseDn the entry below which is searched
 * @param searchScope how far below: {@code subtree} or {@code one-level}
 * @param filter the filter that finds a user; {@code {username}} stands for the canonical
 * name, {@code {mail}} and the like for attributes of the user's own entry
 * @param attributes the attributes that it has
 * @param severalEntries whether several entries may match, as groups do; each adds its
 * values
 * @param poolSize connections, at most
 */
@NestedProperties("campanile.attributes.sources.*.ldap")
public record LdapSourceProperties(@DefaultValue List<String> urls, @DefaultValue("false") boolean startTls,
		@Nullable Path trustedCertificates, @DefaultValue("true") boolean checkHostname, @Nullable String bindDn,
		@Nullable String bindPassword, @Nullable String baseDn, @DefaultValue("subtree") Scope searchScope,
		@DefaultValue("(uid={username})") String filter, @DefaultValue List<String> attributes,
		@DefaultValue("false") boolean severalEntries, @DefaultValue("10") @Min(1) int poolSize) implements SourceKind {

	@Override
	public Set<String> provides() {
		return new LinkedHashSet<>(attributes);
	}

	@Override
	public Set<String> parameters() {
		return FilterTemplate.parameters(filter);
	}

	@Override
	public AttributeSource source(String id, String key, HomeFolder home, Duration timeout) {
		LdapUrls servers = new LdapUrls(key, urls, startTls);
		servers.requireServers();
		return new LdapSource(id,
				new LdapSource.Settings(servers.addresses(),
						new Transport(servers.security(), servers.trusted(home, trustedCertificates), checkHostname),
						servers.serviceAccount(bindDn, bindPassword), requiredBase(key), searchScope, filter,
						provides(), severalEntries, poolSize, timeout));
	}

	@Override
	public void check(String key, HomeFolder home, Faults faults) {
		LdapUrls servers = new LdapUrls(key, urls, startTls);
		Faults own = new Faults();
		own.check(servers::requireServers);
		urls.forEach(url -> own.check(() -> servers.address(url)));
		if (own.isEmpty()) {
			own.check(servers::security);
			own.check(() -> trusted(key, home, servers));
		}
		own.check(() -> servers.serviceAccount(bindDn, bindPassword));
		own.check(() -> requiredBase(key));
		own.check(() -> Faults.naming(key + "filter", () -> FilterTemplate.withParameters(filter)));
		own.lines().forEach(faults::add);
	}

	@Override
	public List<String> warnings(String key) {
		return !new LdapUrls(key, urls, startTls).exposed() ? List.of()
				: List.of(key + "urls: " + (bindPassword == null ? "" : "the service account's password and ")
						+ "what is said of users cross the network in clear; use ldaps:// or start-tls: true");
	}

	private void trusted(String key, HomeFolder home, LdapUrls servers) {
		servers.trusted(home, trustedCertificates)
			.ifPresent(file -> Faults.naming(key + "trusted-certificates",
					() -> Tls.context(java.util.Optional.of(file))));
	}

	private String requiredBase(String key) {
		if (baseDn == null) {
			throw new IllegalArgumentException(key
					+ "base-dn: missing; give the entry below which is searched, such as ou=people,dc=example,dc=edu");
		}
		Faults.naming(key + "base-dn", () -> LdapSyntax.requireDn(baseDn));
		return baseDn;
	}

	@Override
	public String toString() {
		return "LdapSourceProperties[urls=" + urls + ", baseDn=" + baseDn + "]";
	}

}
