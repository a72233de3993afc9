package org.campanile.perf.environment;

import java.nio.file.Path;

import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;
import com.unboundid.util.ssl.PEMFileTrustManager;
import com.unboundid.util.ssl.SSLUtil;
import org.campanile.perf.environment.DirectorySpec.DirectoryServer;
import org.campanile.perf.load.Population;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class EmbeddedDirectoryServerTests {

	private static final Population PEOPLE = new Population(300);

	@TempDir
	Path folder = Path.of("");

	@Test
	void whenAPersonIsLookedUpOverTlsThenPasswordAndAttributesAreRight() throws Exception {
		DirectorySpec spec = new DirectorySpec(DirectorySpec.Kind.EMBEDDED, PEOPLE, true);
		try (DirectoryServer server = EmbeddedDirectoryServer.start(spec, folder)) {
			SSLUtil trust = new SSLUtil(new PEMFileTrustManager(requireNonNull(server.authority()).toFile()));
			try (LDAPConnection connection = new LDAPConnection(trust.createSSLSocketFactory(), "127.0.0.1",
					server.address().getPort())) {
				connection.bind(Campus.SERVICE_DN, Campus.SERVICE_PASSWORD);
				SearchResultEntry entry = requireNonNull(
						connection.searchForEntry(Campus.BASE_DN, SearchScope.SUB, "(uid=u000123)"));

				assertThat(entry.getAttributeValue("mail")).endsWith(".123@example.edu");
				assertThat(connection.bind(entry.getDN(), PEOPLE.password(123)).getResultCode())
					.isEqualTo(ResultCode.SUCCESS);
				assertThatExceptionOfType(LDAPException.class)
					.isThrownBy(() -> connection.bind(entry.getDN(), PEOPLE.password(124)));
			}
		}
	}

	@Test
	void whenClosedThenItsProcessIsGone() throws Exception {
		DirectoryServer server = EmbeddedDirectoryServer.start(DirectorySpec.embedded(new Population(10)), folder);
		long pid = server.pid();
		assertThat(ProcessHandle.of(pid)).isPresent();

		server.close();

		assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
	}

	@Test
	void whenItWouldNotFitThenOpenLdapIsNamed() {
		DirectorySpec spec = DirectorySpec.embedded(new Population(1_000_000));

		assertThatIllegalArgumentException().isThrownBy(() -> EmbeddedDirectoryServer.start(spec, folder))
			.withMessageContaining("OpenLDAP");
	}

}
