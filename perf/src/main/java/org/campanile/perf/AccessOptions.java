package org.campanile.perf;

import java.time.Duration;
import java.util.Optional;

import org.campanile.perf.environment.SystemSpec.Initiator;
import org.campanile.perf.environment.SystemSpec.Tls;
import org.campanile.perf.scenario.RunOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for who begins a sign-on, for TLS and for connections. */
final class AccessOptions {

	@Option(names = "--initiated-by", paramLabel = "WHO",
			description = "service, post or idp: whether a SAML sign-on begins with an AuthnRequest, new each time, whose "
					+ "answer must name it, over HTTP-Redirect or HTTP-POST, or by a link to the identity provider, "
					+ "without a request (default: service; idp in memphis and chicago, as published).")
	@Nullable private Initiator initiator;

	@Option(names = "--connections", paramLabel = "HOW", defaultValue = "new",
			description = "new: each login opens a connection, which serves it from the form to the answer; kept: logins "
					+ "take the connections of those before them (default: ${DEFAULT-VALUE}).")
	private Connections connections = Connections.NEW;

	@Option(names = "--think-time", paramLabel = "TIME", converter = ServerOptions.Time.class,
			description = "Median of the pause between login form and password, drawn log-normally as people type, such "
					+ "as 6s; users in it are among --users (default: 0; 6s in overload).")
	@Nullable private Duration typing;

	@Option(names = "--tls", paramLabel = "WHERE", defaultValue = "off",
			description = "Where TLS of browsers ends: proxy, at an nginx before the nodes, or before the one; node, at the "
					+ "single node; off (default: ${DEFAULT-VALUE}).")
	private Tls.End tls = Tls.End.OFF;

	@Option(names = "--tls-certificate", paramLabel = "KIND", defaultValue = "rsa",
			description = "Key of the certificate, generated for the run: rsa, of 2048 bits, or ecdsa, P-256 (default: "
					+ "${DEFAULT-VALUE}).")
	private Tls.Certificate certificate = Tls.Certificate.RSA;

	@Option(names = "--tls-resumption", paramLabel = "on|off", defaultValue = "off",
			description = "Whether browsers resume sessions, which spares them and the server a signature; off: each "
					+ "connection is negotiated in full, as that of a new browser is (default: ${DEFAULT-VALUE}).")
	private Resumption resumption = Resumption.OFF;

	RunOptions.Access access() {
		return new RunOptions.Access(Optional.ofNullable(initiator), connections == Connections.KEPT,
				Optional.ofNullable(typing), new Tls(tls, certificate, resumption == Resumption.ON));
	}

	/** The choices for whether TLS sessions are resumed. */
	enum Resumption {

		ON, OFF

	}

	/** The choices for whether a login opens a connection or reuses one. */
	enum Connections {

		NEW, KEPT

	}

}
