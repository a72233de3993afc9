package org.campanile.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.unboundid.ldap.sdk.DereferencePolicy;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPSearchException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchResult;
import com.unboundid.ldap.sdk.SearchScope;

/**
 * Searches for one user: at most two entries are requested, because a second one already
 * makes the name ambiguous; aliases and referrals are not followed. Thread-safe.
 */
final class Searches {

	private final DirectorySettings.Users users;

	private final FilterTemplate userFilter;

	private final Filter loginConditions;

	private final SearchScope scope;

	private final String[] attributes;

	Searches(DirectorySettings.Users users, List<String> attributes) {
		this.users = users;
		this.userFilter = FilterTemplate.parse(users.filter());
		this.loginConditions = users.loginFilter()
			.map(filter -> FilterTemplate.parse(filter).conditions())
			.orElseGet(() -> Filter.createPresenceFilter("objectClass"));
		this.scope = users.scope() == DirectorySettings.Scope.ONE_LEVEL ? SearchScope.ONE : SearchScope.SUB;
		List<String> wanted = new ArrayList<>(attributes);
		// Also beside *, which has no operational attributes (RFC 4511 4.5.1.8).
		if (wanted.stream().noneMatch(users.principalAttribute()::equalsIgnoreCase)) {
			wanted.add(users.principalAttribute());
		}
		this.attributes = wanted.toArray(String[]::new);
	}

	SearchRequest byTypedName(String username) {
		return below(userFilter.fill(Map.of(FilterTemplate.USER, username, FilterTemplate.LOGIN, username)));
	}

	/**
	 * Returns a search for a principal whom a login with a password would find, too:
	 * other entries may have the same name, and a user who may no longer sign in shall
	 * not go on with a session.
	 */
	SearchRequest byPrincipal(String principal) {
		return users.searched() ? byPrincipalForLogin(principal)
				: below(Filter.createANDFilter(equalsPrincipal(principal), loginConditions));
	}

	/**
	 * Returns a search for a principal who signs in without a password: the conditions of
	 * all filters take the place of the bind.
	 */
	SearchRequest byPrincipalForLogin(String principal) {
		return below(Filter.createANDFilter(equalsPrincipal(principal), userFilter.conditions(), loginConditions));
	}

	/**
	 * Returns what a search for a principal found: the entry of another user may have the
	 * name as a further value.
	 */
	static UserLookup ofPrincipal(String principal, UserLookup lookup) {
		return lookup instanceof UserLookup.Found found && !found.principal().equalsIgnoreCase(principal)
				? new UserLookup.NotFound() : lookup;
	}

	private Filter equalsPrincipal(String principal) {
		return Filter.createEqualityFilter(users.principalAttribute(), principal);
	}

	SearchRequest below(Filter filter) {
		return new SearchRequest(users.baseDn(), scope, DereferencePolicy.NEVER, 2, 0, false, filter, attributes);
	}

	/** Returns a search for the first entry that has the attribute. */
	SearchRequest having(String attribute) {
		return new SearchRequest(users.baseDn(), scope, DereferencePolicy.NEVER, 1, 0, false,
				Filter.createPresenceFilter(attribute), SearchRequest.NO_ATTRIBUTES);
	}

	/** The base itself. */
	SearchRequest base() {
		return new SearchRequest(users.baseDn(), SearchScope.BASE, DereferencePolicy.NEVER, 1, 0, false,
				Filter.createPresenceFilter("objectClass"), SearchRequest.NO_ATTRIBUTES);
	}

	SearchRequest entry(String dn) {
		return new SearchRequest(dn, SearchScope.BASE, DereferencePolicy.NEVER, 2, 0, false,
				Filter.createPresenceFilter("objectClass"), attributes);
	}

	/**
	 * Whether logins bind as entries found, and not with names made from the typed one.
	 */
	boolean precedeBinds() {
		return users.searched();
	}

	/**
	 * Searches. A server that refers elsewhere for the base of all searches is
	 * unavailable, so that another is tried: it has no users, or not now, as a replica
	 * that is being initialized.
	 */
	SearchResult search(LDAPConnection connection, SearchRequest request) throws LDAPException {
		try {
			return connection.search(request);
		}
		catch (LDAPSearchException ex) {
			if (ex.getResultCode().equals(ResultCode.REFERRAL) && request.getBaseDN().equals(users.baseDn())) {
				throw new LDAPException(ResultCode.UNAVAILABLE, "it refers elsewhere for " + users.baseDn()
						+ "; if it always does, check campanile.ldap.base-dn", ex);
			}
			throw ex;
		}
	}

	/**
	 * @throws LDAPException if the directory did not search: the connection, the limits
	 * or the rights failed, or the base does not exist
	 */
	UserLookup run(LDAPConnection connection, SearchRequest request) throws LDAPException {
		SearchResult result;
		try {
			result = search(connection, request);
		}
		catch (LDAPSearchException ex) {
			if (ex.getResultCode().equals(ResultCode.SIZE_LIMIT_EXCEEDED)) {
				return new UserLookup.Refused("more than one entry for the name");
			}
			if (ex.getResultCode().equals(ResultCode.REFERRAL)) {
				return new UserLookup.Refused("a referral, which is not followed");
			}
			throw ex;
		}
		if (result.getReferenceCount() > 0 && !users.ignoreReferences()) {
			return new UserLookup.Refused("a continuation reference, which is not followed; see ignore-references");
		}
		return switch (result.getEntryCount()) {
			case 0 -> new UserLookup.NotFound();
			case 1 -> single(result);
			default -> new UserLookup.Refused("more than one entry for the name");
		};
	}

	private UserLookup single(SearchResult result) {
		DirectoryEntry entry = EntryMapper.entry(Objects.requireNonNull(result.getSearchEntries()).getFirst());
		String attribute = users.principalAttribute();
		return EntryMapper.principal(entry, attribute)
			.<UserLookup>map(principal -> new UserLookup.Found(entry, principal))
			.orElseGet(() -> new UserLookup.Refused("entry " + entry.dn() + " has no single value of " + attribute
					+ " to be known by, in UTF-8 and without control characters"));
	}

}
