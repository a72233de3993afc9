package org.campanile.directory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchScope;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import org.campanile.directory.DirectorySettings.Security;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.jspecify.annotations.Nullable;

/**
 * Tries each directory server once, step by step: connect, TLS, bind as the service
 * account, look up the base, find a user. Reports for each server what succeeded and
 * where it failed. Reads only. For one thread, one use.
 */
public final class DirectoryProbe {

	private static final String LDAP = "campanile.ldap.";

	/** The SDK's messages for a certificate of another host. */
	private static final Pattern OTHER_HOST = Pattern
		.compile("(?i)hostname|subject alternative|does not (?:match|contain)|No name matching");

	/** The innermost of the SDK's nested messages. */
	private static final Pattern INNERMOST = Pattern.compile("Exception\\(([^()]+)\\)+$");

	private final DirectorySettings settings;

	private final List<String> attributes;

	private final Optional<String> user;

	private final InstantSource clock;

	private final List<String> answers = new ArrayList<>();

	private final List<String> faults = new ArrayList<>();

	private @Nullable UserLookup lookup;

	/**
	 * @param attributes the attributes to ask for
	 * @param user a name as typed at login; empty to look up no user
	 */
	public DirectoryProbe(DirectorySettings settings, List<String> attributes, Optional<String> user,
			InstantSource clock) {
		this.settings = settings;
		this.attributes = List.copyOf(attributes);
		this.user = user;
		this.clock = clock;
	}

	/**
	 * The result of the probe.
	 *
	 * @param answers the successes, one line each
	 * @param faults the failures: {@code key: reason; remedy}
	 * @param warnings what will fail soon, in the same form
	 * @param user the look-up result of the first server that searched; empty if none
	 * did, or no user was given
	 */
	public record Result(List<String> answers, List<String> faults, List<String> warnings, Optional<UserLookup> user) {

		public Result {
			answers = List.copyOf(answers);
			faults = List.copyOf(faults);
			warnings = List.copyOf(warnings);
		}

	}

	/**
	 * Tries all servers.
	 * @throws IllegalArgumentException if the file of certificates is invalid
	 */
	public Result run() {
		Connectors connectors = new Connectors(settings.transport(), settings.limits(), clock);
		for (ServerAddress address : settings.servers()) {
			try (LDAPConnection connection = connectors.to(address, Optional.empty()).getConnection()) {
				probe(address, connection);
			}
			catch (LDAPException ex) {
				unreachable(address, ex);
			}
		}
		List<String> warnings = settings.servers()
			.stream()
			.flatMap(address -> connectors.certificates().warning(address).stream())
			.map(warning -> LDAP + "urls: " + warning)
			.toList();
		return new Result(answers, faults, warnings, Optional.ofNullable(lookup));
	}

	private void probe(ServerAddress address, LDAPConnection connection) throws LDAPException {
		checkConnectivity(connection);
		answers.add(address + " answers (" + settings.transport().security().name().toLowerCase(Locale.ROOT) + ")");
		if (bind(address, connection) && base(address, connection) && lookup == null && user.isPresent()) {
			lookUp(address, connection, user.get());
		}
	}

	/** The first request may have to complete the TLS handshake. */
	private static void checkConnectivity(LDAPConnection connection) throws LDAPException {
		try {
			connection.getEntry("", SearchRequest.NO_ATTRIBUTES);
		}
		catch (LDAPException ex) {
			if (!ex.getResultCode().isConnectionUsable()) {
				throw ex;
			}
		}
	}

	private boolean bind(ServerAddress address, LDAPConnection connection) throws LDAPException {
		Optional<ServiceAccount> account = settings.serviceAccount();
		if (account.isEmpty()) {
			answers.add(address + " is searched anonymously, as campanile.ldap.bind-dn is not set");
			return true;
		}
		String dn = account.get().dn();
		try {
			connection.bind(new SimpleBindRequest(dn, account.get().password()));
			answers.add(address + " takes the service account " + dn);
			return true;
		}
		catch (LDAPException ex) {
			if (!ex.getResultCode().isConnectionUsable()) {
				throw ex;
			}
			String refused = address + " refuses the service account " + dn + " (" + Reasons.of(ex) + ")";
			faults.add(switch (ex.getResultCode().intValue()) {
				case ResultCode.NO_SUCH_OBJECT_INT_VALUE, ResultCode.INVALID_DN_SYNTAX_INT_VALUE ->
					LDAP + "bind-dn: " + refused + "; correct the name of the account";
				case ResultCode.CONFIDENTIALITY_REQUIRED_INT_VALUE, ResultCode.STRONG_AUTH_REQUIRED_INT_VALUE ->
					LDAP + "urls: " + refused + "; it wants TLS, so use ldaps:// or start-tls: true";
				case ResultCode.INVALID_CREDENTIALS_INT_VALUE -> LDAP + "bind-password, " + LDAP + "bind-dn: " + refused
						+ "; correct the password, or the name of the account";
				default -> LDAP + "bind-dn, " + LDAP + "bind-password: " + refused
						+ "; ask the administrator of the directory";
			});
			return false;
		}
	}

	private boolean base(ServerAddress address, LDAPConnection connection) throws LDAPException {
		String base = settings.users().baseDn();
		try {
			if (connection.search(base, SearchScope.BASE, "(objectClass=*)", SearchRequest.NO_ATTRIBUTES)
				.getEntryCount() == 1) {
				answers.add(address + " has the base " + base);
				return true;
			}
			faults.add(missing(address, base, ""));
		}
		catch (LDAPException ex) {
			if (!ex.getResultCode().isConnectionUsable()) {
				throw ex;
			}
			faults.add(switch (ex.getResultCode().intValue()) {
				case ResultCode.NO_SUCH_OBJECT_INT_VALUE -> missing(address, base, nearest(ex));
				case ResultCode.INSUFFICIENT_ACCESS_RIGHTS_INT_VALUE ->
					LDAP + "bind-dn: " + address + " does not let the service account see " + base + " ("
							+ Reasons.of(ex) + "); grant it the right to search there";
				default -> LDAP + "base-dn: " + address + " cannot look up " + base + " (" + Reasons.of(ex)
						+ "); correct it, or ask the administrator of the directory";
			});
		}
		return false;
	}

	private static String missing(ServerAddress address, String base, String nearest) {
		return LDAP + "base-dn: " + address + " has no entry " + base + " that the service account may see" + nearest
				+ "; correct it, or the rights of the account";
	}

	private static String nearest(LDAPException ex) {
		String matched = ex.getMatchedDN();
		return matched == null || matched.isEmpty() ? "" : ", though it has " + matched;
	}

	private void lookUp(ServerAddress address, LDAPConnection connection, String name) throws LDAPException {
		Searches searches = new Searches(settings.users(), attributes);
		try {
			lookup = searches.run(connection, searches.byTypedName(name));
			if (lookup instanceof UserLookup.NotFound) {
				lookup = Searches.ofPrincipal(name, searches.run(connection, searches.byPrincipal(name)));
			}
		}
		catch (LDAPException ex) {
			if (!ex.getResultCode().isConnectionUsable()) {
				throw ex;
			}
			faults.add(LDAP + "user-filter: " + address + " does not search for " + name + " (" + Reasons.of(ex)
					+ "); correct the filter, or grant the service account the right to search");
		}
	}

	private void unreachable(ServerAddress address, LDAPException failure) {
		String reason = Reasons.of(failure);
		if (settings.transport().security() == Security.PLAIN) {
			faults.add(PresentedCertificate.at(address, Security.LDAPS, settings.limits()).isPresent()
					? LDAP + "urls: " + address + " speaks TLS from the first byte; use ldaps://"
					: notAnswering(address, reason));
			return;
		}
		Optional<PresentedCertificate> presented = PresentedCertificate.at(address, settings.transport().security(),
				settings.limits());
		faults.add(presented.map(certificate -> distrusted(address, certificate, reason))
			.orElseGet(() -> withoutTls(address, reason)));
	}

	private String withoutTls(ServerAddress address, String reason) {
		if (!speaksPlainly(address)) {
			return settings.transport().security() == Security.LDAPS && !Reasons.isOfNoTls(reason) && accepts(address)
					? LDAP + "urls: " + address + " accepts, but does not answer a TLS handshake; look at the server "
							+ "and its log, or correct the port, which for ldaps:// is mostly 636"
					: notAnswering(address, reason);
		}
		return settings.transport().security() == Security.LDAPS
				? LDAP + "urls: " + address + " answers without TLS, so ldaps:// is for another port, mostly 636; "
						+ "or use ldap:// with start-tls: true"
				: LDAP + "start-tls: " + address + " does not take StartTLS (" + reason
						+ "); use ldaps:// if it has a port for that";
	}

	private boolean speaksPlainly(ServerAddress address) {
		DirectorySettings plain = new DirectorySettings(List.of(address), settings.order(),
				new DirectorySettings.Transport(Security.PLAIN, Optional.empty(), false), Optional.empty(),
				settings.users(), settings.pools(), settings.limits());
		Connectors connectors = new Connectors(plain.transport(), plain.limits(), clock);
		try (LDAPConnection connection = connectors.to(address, Optional.empty()).getConnection()) {
			checkConnectivity(connection);
			return true;
		}
		catch (LDAPException ex) {
			return false;
		}
	}

	private boolean accepts(ServerAddress address) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(address.host(), address.port()),
					Math.toIntExact(settings.limits().connect().toMillis()));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static String notAnswering(ServerAddress address, String reason) {
		Matcher innermost = INNERMOST.matcher(reason);
		return LDAP + "urls: " + address + " cannot be reached (" + (innermost.find() ? innermost.group(1) : reason)
				+ "); correct host and port, or look at the server and at firewalls between";
	}

	private String distrusted(ServerAddress address, PresentedCertificate certificate, String reason) {
		String whose = address + " presents a certificate that ";
		if (certificate.isOutOfDate(clock.instant())) {
			return LDAP + "urls: " + whose + "is out of date (" + certificate.validity()
					+ "); the directory needs a new one, or the clock of this machine is wrong";
		}
		if (OTHER_HOST.matcher(reason).find()) {
			return LDAP + "urls: " + whose + "is made out to " + certificate.names() + " and not to " + address.host()
					+ "; use a name that it holds";
		}
		if (reason.contains("PKIX") || reason.contains("certification path") || reason.contains("trust")) {
			String trusted = settings.transport()
				.trustedCertificates()
				.map(file -> Objects.toString(file.getFileName()))
				.orElse("the JDK's list");
			return LDAP + "trusted-certificates: " + whose + "comes from no CA in " + trusted + " (its issuer is "
					+ certificate.issuer() + "); give a file with the certificate of that CA in PEM";
		}
		return LDAP + "urls: TLS with " + address + " fails (" + reason + ")";
	}

}
