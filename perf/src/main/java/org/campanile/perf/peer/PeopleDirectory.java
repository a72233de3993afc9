package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.PeerEnvironment;

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
	 * @throws IOException also if it is to be asked over TLS, as each peer would have to
	 * be told of its certificate in a way of its own
	 */
	static PeopleDirectory start(DirectorySpec spec, PeerEnvironment environment) throws IOException {
		if (spec.secure()) {
			throw new IOException("other identity providers are measured with a directory without TLS only");
		}
		URI address = environment.directory(spec);
		return new PeopleDirectory(address.toString(), Campus.BASE_DN, Campus.SERVICE_DN, Campus.SERVICE_PASSWORD);
	}

}
