package org.campanile.directory;

import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReasonsTests {

	@Test
	void whenMessageNamesTheBuildThenItIsLeftOut() {
		assertThat(Reasons.of(new LDAPException(ResultCode.CONNECT_ERROR,
				"no connection to h:1:  IOException(LDAPException(resultCode=91 (connect error), errorMessage='refused by "
						+ "/h:1:  ConnectException(Connection refused), ldapSDKVersion=7.0.5, revision=cab66'))")))
			.isEqualTo("no connection to h:1:  refused by /h:1:  ConnectException(Connection refused)");
		assertThat(Reasons.of(new LDAPException(ResultCode.SERVER_DOWN,
				"SocketException(Connection reset), ldapSDKVersion=7.0.5, revision=cab66")))
			.isEqualTo("SocketException(Connection reset)");
		assertThat(Reasons.of(new LDAPException(ResultCode.BUSY, "busy"))).isEqualTo("busy");
	}

	/**
	 * On a port without TLS, OpenLDAP closes the connection after the ClientHello; other
	 * servers answer with LDAP.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "SSLHandshakeException(Remote host terminated the handshake)",
			"SSLException(Unsupported or unrecognized SSL message)" })
	void whenAPortSpeaksNoTlsThenThatIsAsked(String message) {
		assertThat(Reasons.of(new LDAPException(ResultCode.CONNECT_ERROR, message)))
			.isEqualTo(message + "; does this port speak TLS? ldaps:// is for port 636, and for port 389 ldap:// with "
					+ "start-tls: true");
	}

}
