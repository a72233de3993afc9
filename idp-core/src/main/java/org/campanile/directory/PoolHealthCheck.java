package org.campanile.directory;

import java.time.Duration;

import com.unboundid.ldap.sdk.DereferencePolicy;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionPoolHealthCheck;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchScope;

/**
 * Discards connections to failed servers, and checks idle ones in the background.
 */
final class PoolHealthCheck extends LDAPConnectionPoolHealthCheck {

	private final Replicas replicas;

	private final Duration responseLimit;

	PoolHealthCheck(Replicas replicas, Duration responseLimit) {
		this.replicas = replicas;
		this.responseLimit = responseLimit;
	}

	@Override
	public void ensureConnectionValidForCheckout(LDAPConnection connection) throws LDAPException {
		if (replicas.outdated(connection)) {
			throw new LDAPException(ResultCode.SERVER_DOWN, "made before its server failed");
		}
	}

	@Override
	public void ensureConnectionValidForContinuedUse(LDAPConnection connection) throws LDAPException {
		ensureConnectionValidForCheckout(connection);
		ping(connection, responseLimit.toMillis());
	}

	/** Reads the root DSE; a server that refuses this is alive as well. */
	void ping(LDAPConnection connection, long limitMillis) throws LDAPException {
		SearchRequest request = new SearchRequest("", SearchScope.BASE, DereferencePolicy.NEVER, 1, 0, false,
				Filter.createPresenceFilter("objectClass"), SearchRequest.NO_ATTRIBUTES);
		request.setResponseTimeoutMillis(limitMillis);
		try {
			connection.search(request);
		}
		catch (LDAPException ex) {
			if (!ex.getResultCode().isConnectionUsable()) {
				replicas.failed(connection, Reasons.of(ex));
				throw ex;
			}
		}
	}

}
