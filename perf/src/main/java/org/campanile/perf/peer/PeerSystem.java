package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.PeerEnvironment;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.Target;

/**
 * A running peer.
 *
 * @param target what the load is put on
 * @param environment everything that was started for it, the peer included
 * @param leastWarmUp the number of logins that it needs to be warm
 */
record PeerSystem(Target target, PeerEnvironment environment, int leastWarmUp) implements RunningSystem {

	/** Creates a peer without a least number of logins for its warm-up. */
	PeerSystem(Target target, PeerEnvironment environment) {
		this(target, environment, 0);
	}

	@Override
	public List<MeasuredProcess> processes() {
		return environment.processes();
	}

	@Override
	public Map<String, String> settings() {
		return environment.settings();
	}

	@Override
	public void close() throws IOException {
		environment.close();
	}

	/**
	 * Starts the directory for a peer.
	 * @throws IOException also for a directory over TLS, as each peer would have to be
	 * configured with its certificate in its own way
	 */
	static URI directory(DirectorySpec spec, PeerEnvironment environment) throws IOException {
		if (spec.secure()) {
			throw new IOException("other identity providers are measured with a directory without TLS only");
		}
		return environment.directory(spec);
	}

	/**
	 * The attributes that every measured server releases to the service, so that answers
	 * are equally long.
	 */
	enum ReleasedAttribute {

		UID("uid", "0.9.2342.19200300.100.1.1"), MAIL("mail", "0.9.2342.19200300.100.1.3"),
		COMMON_NAME("cn", "2.5.4.3"), SURNAME("sn", "2.5.4.4"), GIVEN_NAME("givenName", "2.5.4.42"),
		DISPLAY_NAME("displayName", "2.16.840.1.113730.3.1.241"), TELEPHONE_NUMBER("telephoneNumber", "2.5.4.20"),
		UNIT("ou", "2.5.4.11"), EMPLOYEE_NUMBER("employeeNumber", "2.16.840.1.113730.3.1.3"),
		PRINCIPAL_NAME("eduPersonPrincipalName", "1.3.6.1.4.1.5923.1.1.1.6"),
		AFFILIATION("eduPersonAffiliation", "1.3.6.1.4.1.5923.1.1.1.1"),
		SCOPED_AFFILIATION("eduPersonScopedAffiliation", "1.3.6.1.4.1.5923.1.1.1.9");

		private final String ldapName;

		private final String oid;

		ReleasedAttribute(String ldapName, String oid) {
			this.ldapName = ldapName;
			this.oid = oid;
		}

		/** Returns the name in the directory, which is the friendly name in SAML. */
		String ldapName() {
			return ldapName;
		}

		/** Returns the name in SAML, in the format {@code uri}. */
		String samlName() {
			return "urn:oid:" + oid;
		}

	}

}
