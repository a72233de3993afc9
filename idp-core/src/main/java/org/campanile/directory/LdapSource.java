package org.campanile.directory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import com.unboundid.ldap.sdk.DereferencePolicy;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchResult;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;

import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.SourceQuery;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UnusableAnswerException;

/**
 * A further directory, queried with one search. The user's values are assertion values of
 * the filter (RFC 4515) and can never change its structure. Neither aliases nor referrals
 * are followed; references to other servers in an answer are ignored. Thread-safe.
 */
public final class LdapSource implements AttributeSource {

	/**
	 * The largest number of entries of an answer; more are not a valid answer for one
	 * user.
	 */
	static final int MAX_ENTRIES = 1_000;

	private final String id;

	private final Settings settings;

	private final FilterTemplate filter;

	private final GuardedPool pool;

	/**
	 * The settings of queries to the directory.
	 *
	 * @param servers the servers, in order of preference
	 * @param transport how connections are protected
	 * @param serviceAccount the account for searches; empty: anonymous
	 * @param baseDn the entry below which users are searched
	 * @param scope how far below
	 * @param filter an LDAP filter in which {@code {name}} stands for values of the user
	 * @param severalEntries whether several entries may match, as groups do; otherwise
	 * they are a fault
	 * @param poolSize the maximum number of connections
	 * @param timeout how long an answer may take
	 */
	public record Settings(List<ServerAddress> servers, DirectorySettings.Transport transport,
			Optional<DirectorySettings.ServiceAccount> serviceAccount, String baseDn, DirectorySettings.Scope scope,
			String filter, Set<String> attributes, boolean severalEntries, int poolSize, Duration timeout) {

		public Settings {
			servers = List.copyOf(servers);
			attributes = Set.copyOf(attributes);
			LdapSyntax.requireDn(baseDn);
			FilterTemplate.withParameters(filter);
		}

	}

	/**
	 * Opens no connection yet.
	 * @throws IllegalArgumentException if the settings cannot work, such as an unreadable
	 * file of certificates
	 */
	public LdapSource(String id, Settings settings) {
		this.id = id;
		this.settings = settings;
		this.filter = FilterTemplate.withParameters(settings.filter());
		// The other half is for another server.
		Duration half = settings.timeout().dividedBy(2);
		DirectorySettings.Limits limits = new DirectorySettings.Limits(half,
				settings.servers().size() == 1 ? settings.timeout() : half, settings.timeout(), settings.timeout());
		InstantSource clock = InstantSource.system();
		Connectors connectors = new Connectors(settings.transport(), limits, clock);
		List<Replica> replicas = settings.servers().stream().map(address -> new Replica(address, clock)).toList();
		String keys = "campanile.attributes.sources." + id + ".ldap.";
		try {
			this.pool = new GuardedPool(
					id, keys + "pool-size", settings.poolSize(), new Replicas(keys, replicas, connectors,
							settings.serviceAccount(), DirectorySettings.Order.FAILOVER),
					DirectorySettings.Pools.DEFAULTS, limits);
		}
		catch (LDAPException ex) {
			throw new IllegalArgumentException("its pool cannot be made: " + ex.getMessage(), ex);
		}
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public Set<String> provides() {
		return settings.attributes();
	}

	@Override
	public Set<String> parameters() {
		return FilterTemplate.parameters(settings.filter());
	}

	@Override
	public SourceValues read(SourceQuery query) throws SourceUnavailableException {
		Map<String, String> values = new HashMap<>();
		parameters().forEach(name -> values.put('{' + name + '}', query.get(name)));
		SearchRequest request = new SearchRequest(settings.baseDn(),
				settings.scope() == DirectorySettings.Scope.ONE_LEVEL ? SearchScope.ONE : SearchScope.SUB,
				DereferencePolicy.NEVER, settings.severalEntries() ? MAX_ENTRIES : 1, 0, false, filter.fill(values),
				settings.attributes().toArray(String[]::new));
		try {
			SearchResult result = ask(connection -> connection.search(request));
			return values(Objects.requireNonNull(result.getSearchEntries()));
		}
		catch (LDAPException ex) {
			if (ex.getResultCode().equals(ResultCode.SIZE_LIMIT_EXCEEDED)) {
				throw new UnusableAnswerException(id,
						settings.severalEntries() ? "more than " + MAX_ENTRIES + " entries for a user"
								: "more than one entry for a user; correct the filter, or see several-entries",
						ex);
			}
			throw new SourceUnavailableException(id, Reasons.of(ex), ex);
		}
	}

	private <T> T ask(GuardedPool.Operation<T> operation) throws LDAPException, SourceUnavailableException {
		try {
			return pool.call(Deadline.in(settings.timeout()), operation);
		}
		catch (DirectoryUnavailableException ex) {
			// It would name the login's directory as the source.
			throw new SourceUnavailableException(id, String.valueOf(ex.getMessage()), ex);
		}
	}

	private static SourceValues values(List<SearchResultEntry> found) {
		List<DirectoryEntry> entries = found.stream().map(EntryMapper::entry).toList();
		if (entries.size() == 1) {
			return entries.getFirst();
		}
		return new Entries(entries);
	}

	private record Entries(List<DirectoryEntry> all) implements SourceValues {

		@Override
		public List<byte[]> bytes(String name) {
			return all.stream().flatMap(entry -> entry.bytes(name).stream()).toList();
		}

		@Override
		public boolean isPartial(String name) {
			return all.stream().anyMatch(entry -> entry.isPartial(name));
		}

	}

	/** Looks up the base. */
	@Override
	public void probe() throws SourceUnavailableException {
		try {
			boolean found = ask(
					connection -> connection.getEntry(settings.baseDn(), SearchRequest.NO_ATTRIBUTES) != null);
			if (!found) {
				throw new SourceUnavailableException(id,
						"it has no entry " + settings.baseDn() + " that the service account may see");
			}
		}
		catch (LDAPException ex) {
			throw new SourceUnavailableException(id, Reasons.of(ex), ex);
		}
	}

	@Override
	public void close() {
		pool.close();
	}

}
