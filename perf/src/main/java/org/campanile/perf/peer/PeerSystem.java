package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.PeerEnvironment;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.Target;

/**
 * A peer that runs.
 *
 * @param target what the load is put on
 * @param environment all that was started for it, the peer among it
 * @param settings what is worth telling
 */
record PeerSystem(Target target, PeerEnvironment environment, Map<String, String> settings) implements RunningSystem {

	@Override
	public List<MeasuredProcess> processes() {
		return environment.processes();
	}

	/** Peers are measured from outside; what they count has other names and meanings. */
	@Override
	public Map<String, Double> counters() {
		return Map.of();
	}

	@Override
	public double preload(int sessions) throws IOException {
		throw new IOException(target.name() + " offers no way to store sessions of people who did not sign in");
	}

	@Override
	public long storedBytes() throws IOException {
		throw new IOException("what sessions take in " + target.name() + " cannot be told from outside");
	}

	@Override
	public void close() throws IOException {
		environment.close();
	}

	/**
	 * How a peer reaches the directory.
	 *
	 * @param url such as {@code ldap://127.0.0.1:10389}
	 * @param baseDn the entry below which people are, at any depth
	 * @param bindDn the account that searches are made as
	 * @param bindPassword of that account
	 */
	record PeopleDirectory(String url, String baseDn, String bindDn, String bindPassword) {

		/**
		 * Starts it.
		 * @throws IOException also if it is to be asked over TLS, as each peer would have
		 * to be told of its certificate in a way of its own
		 */
		static PeopleDirectory start(DirectorySpec spec, PeerEnvironment environment) throws IOException {
			if (spec.secure()) {
				throw new IOException("other identity providers are measured with a directory without TLS only");
			}
			URI address = environment.directory(spec);
			return new PeopleDirectory(address.toString(), Campus.BASE_DN, Campus.SERVICE_DN, Campus.SERVICE_PASSWORD);
		}

	}

	/**
	 * What every measured server tells the service about a person, so that answers are
	 * equally long.
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

		/** What the directory calls it, which is its friendly name in SAML. */
		String ldapName() {
			return ldapName;
		}

		/** Its name in SAML, of the format {@code uri}. */
		String samlName() {
			return "urn:oid:" + oid;
		}

	}

}
