package org.campanile.testkit.directory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.campanile.directory.ServerAddress;
import org.campanile.testkit.process.Ports;

/**
 * OpenLDAP's slapd as a child process on loopback, with a password policy, loaded from
 * LDIF. Fails if slapd is not installed, and never skips a test.
 */
public final class Slapd implements AutoCloseable {

	public static final String BASE_DN = "dc=example,dc=edu";

	public static final String SERVICE_DN = "cn=campanile,ou=services,dc=example,dc=edu";

	public static final String SERVICE_PASSWORD = "campanile-demo";

	private static final Path SERVER = Path.of("/usr/sbin/slapd");

	private static final Path LOADER = Path.of("/usr/sbin/slapadd");

	private static final String CONFIGURATION = """
			include /etc/ldap/schema/core.schema
			include /etc/ldap/schema/cosine.schema
			include /etc/ldap/schema/inetorgperson.schema
			modulepath /usr/lib/ldap
			moduleload back_mdb
			moduleload ppolicy
			pidfile %1$s/slapd.pid
			TLSCertificateFile %1$s/server.pem
			TLSCertificateKeyFile %1$s/server.key
			database mdb
			suffix "dc=example,dc=edu"
			rootdn "cn=root,dc=example,dc=edu"
			rootpw root
			directory %1$s/data
			dbnosync
			index objectClass,uid,mail eq
			overlay ppolicy
			ppolicy_default "cn=default,ou=policies,dc=example,dc=edu"
			ppolicy_use_lockout
			access to attrs=userPassword by self =xw by dn.exact="cn=campanile,ou=services,dc=example,dc=edu" =xw by anonymous auth by * none
			access to * by dn.exact="cn=campanile,ou=services,dc=example,dc=edu" read by self read by anonymous auth by * none
			""";

	private final Process process;

	private final int plainPort;

	private final int tlsPort;

	private Slapd(Process process, int plainPort, int tlsPort) {
		this.process = process;
		this.plainPort = plainPort;
		this.tlsPort = tlsPort;
	}

	/**
	 * Loads and starts a server and waits until it answers.
	 * @param folder a folder only for it, containing only {@code server.pem} and {@code
	 * server.key}
	 * @param ldif the entries, base included
	 */
	public static Slapd start(Path folder, String ldif) {
		try {
			Files.createDirectory(folder.resolve("data"));
			Path configuration = Files.writeString(folder.resolve("slapd.conf"), CONFIGURATION.formatted(folder));
			Path entries = Files.writeString(folder.resolve("entries.ldif"), ldif);
			run(folder, LOADER, "-f", configuration.toString(), "-l", entries.toString());
			List<Integer> ports = Ports.free(2);
			int plainPort = ports.getFirst();
			int tlsPort = ports.getLast();
			String urls = "ldap://127.0.0.1:" + plainPort + "/ ldaps://127.0.0.1:" + tlsPort + "/";
			Process process = command(folder, SERVER, "-f", configuration.toString(), "-h", urls, "-d", "none").start();
			Slapd slapd = new Slapd(process, plainPort, tlsPort);
			slapd.awaitAnswer(folder);
			return slapd;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(
					"slapd must be installed and start for this test (Debian: slapd): " + ex.getMessage(), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Returns the LDIF of a tree without people: its units, the default policy and the
	 * account of the service.
	 * @param policyLines further attributes of the default policy, each line ended
	 */
	public static String tree(String policyLines) {
		return """
				dn: dc=example,dc=edu
				objectClass: domain
				dc: example

				dn: ou=people,dc=example,dc=edu
				objectClass: organizationalUnit
				ou: people

				dn: ou=services,dc=example,dc=edu
				objectClass: organizationalUnit
				ou: services

				dn: ou=policies,dc=example,dc=edu
				objectClass: organizationalUnit
				ou: policies

				dn: cn=default,ou=policies,dc=example,dc=edu
				objectClass: device
				objectClass: pwdPolicy
				cn: default
				pwdAttribute: userPassword
				%s
				dn: cn=campanile,ou=services,dc=example,dc=edu
				objectClass: applicationProcess
				objectClass: simpleSecurityObject
				cn: campanile
				userPassword: campanile-demo

				""".formatted(policyLines);
	}

	/** The address for LDAP and StartTLS. */
	public ServerAddress address() {
		return new ServerAddress("127.0.0.1", plainPort);
	}

	/** The address for LDAP over TLS. */
	public ServerAddress tlsAddress() {
		return new ServerAddress("127.0.0.1", tlsPort);
	}

	/** Kills it, like a power failure. */
	public void kill() {
		process.destroyForcibly();
	}

	@Override
	public void close() {
		process.destroyForcibly().onExit().join();
	}

	private void awaitAnswer(Path folder) throws IOException, InterruptedException {
		for (int i = 0; i < 200; i++) {
			try (Socket socket = new Socket()) {
				socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), tlsPort), 1000);
				return;
			}
			catch (IOException notYet) {
				if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
					break;
				}
			}
		}
		close();
		throw new IOException("slapd did not start: " + Files.readString(folder.resolve("slapd.log")));
	}

	private static void run(Path folder, Path program, String... arguments) throws IOException, InterruptedException {
		if (command(folder, program, arguments).start().waitFor() != 0) {
			throw new IOException(program + " failed: " + Files.readString(folder.resolve("slapd.log")));
		}
	}

	private static ProcessBuilder command(Path folder, Path program, String... arguments) {
		List<String> command = new java.util.ArrayList<>(List.of(program.toString()));
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("slapd.log").toFile()));
	}

}
