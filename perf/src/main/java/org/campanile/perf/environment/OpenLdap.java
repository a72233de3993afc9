package org.campanile.perf.environment;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.DirectorySpec.DirectoryServer;
import org.campanile.perf.load.Population;
import org.campanile.perf.process.Programs;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;
import org.springframework.util.FileSystemUtils;

/**
 * Starts OpenLDAP's slapd on a database that is loaded once for each population and kept:
 * a million people take minutes.
 */
final class OpenLdap {

	static final Program SERVER = new Program("slapd", "slapd");

	private static final Program LOADER = new Program("slapadd", "slapd");

	/**
	 * To be raised whenever people or indexes change, so that kept databases are loaded
	 * anew.
	 */
	private static final int FORM = 1;

	private static final Duration START_PATIENCE = Duration.ofSeconds(60);

	private OpenLdap() {
	}

	/**
	 * Starts slapd; returns when it answers.
	 * @param folder for its files
	 * @param databases folder in which loaded databases are kept for other runs
	 */
	static DirectoryServer start(DirectorySpec spec, Path folder, Path databases, Ports ports) throws IOException {
		Path program = SERVER.require();
		Files.createDirectories(folder);
		int people = spec.people().size();
		Path data = database(spec.people(), databases);
		Path authority = DirectoryServer.certified(spec, folder);
		Path configuration = Files.writeString(folder.resolve("slapd.conf"),
				configuration(folder, data, people, spec.secure(), true));
		int port = ports.near(0);
		URI address = DirectoryServer.address(spec, port);
		Path log = folder.resolve("output.log");
		ChildProcess process = ChildProcess.kept("slapd", "TERM",
				List.of(program.toString(), "-f", configuration.toString(), "-h", address + "/", "-d", "none"), log);
		try {
			Programs.awaitPort("slapd", port, process::isAlive, log, START_PATIENCE);
		}
		catch (IOException ex) {
			process.close();
			throw ex;
		}
		return new DirectoryServer(address, authority, process.pid(),
				"OpenLDAP, " + people + " people, indexes on objectClass, uid and mail, " + address.getScheme()
						+ ", passwords {SSHA}",
				Map.of("OpenLDAP version", Programs.version(program, "-VV")), process::close);
	}

	/**
	 * @param readOnly true for a database that is kept for other runs, which must not
	 * change
	 */
	private static String configuration(Path folder, Path data, int people, boolean secure, boolean readOnly)
			throws IOException {
		Path schema = Files.writeString(folder.resolve("eduperson.schema"), PeopleLdif.eduPersonSchema());
		String tls = secure ? """
				TLSCertificateFile %1$s/server.pem
				TLSCertificateKeyFile %1$s/server.key
				""".formatted(folder) : "";
		// Twice the space that users take; the file is sparse.
		long maximum = (256L << 20) + people * 16_384L;
		return """
				include /etc/ldap/schema/core.schema
				include /etc/ldap/schema/cosine.schema
				include /etc/ldap/schema/inetorgperson.schema
				include %s
				modulepath /usr/lib/ldap
				moduleload back_mdb
				pidfile %s/slapd.pid
				%sloglevel none
				database mdb
				suffix "%s"
				rootdn "cn=root,%s"
				directory %s
				maxsize %d
				dbnosync
				%s
				index objectClass,uid,mail eq
				access to attrs=userPassword by anonymous auth by * none
				access to * by dn.exact="%s" read by self read by anonymous auth by * none
				""".formatted(schema, folder, tls, Campus.BASE_DN, Campus.BASE_DN, data, maximum,
				readOnly ? "readonly on" : "", Campus.SERVICE_DN);
	}

	/**
	 * Loads a database unless it exists.
	 * @param databases folder in which they are kept
	 * @return its folder, which must not be written to
	 */
	private static Path database(Population people, Path databases) throws IOException {
		LOADER.require();
		Files.createDirectories(databases);
		String name = "openldap-" + people.size() + "-" + people.seed() + "-" + FORM;
		Path loaded = databases.resolve(name);
		// If two runs start at once, the second waits for the database that the first
		// makes.
		try (FileChannel channel = FileChannel.open(databases.resolve(name + ".lock"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE); FileLock lock = channel.lock()) {
			if (lock.isValid() && !Files.exists(loaded.resolve("data.mdb"))) {
				Path making = databases.resolve(name + ".part");
				FileSystemUtils.deleteRecursively(making);
				make(people, Files.createDirectories(making));
				FileSystemUtils.deleteRecursively(loaded);
				Files.move(making.resolve("data"), loaded, StandardCopyOption.ATOMIC_MOVE);
				FileSystemUtils.deleteRecursively(making);
			}
		}
		return loaded;
	}

	private static void make(Population people, Path folder) throws IOException {
		Path data = Files.createDirectory(folder.resolve("data"));
		Path configuration = Files.writeString(folder.resolve("slapd.conf"),
				configuration(folder, data, people.size(), false, false));
		Path log = folder.resolve("slapadd.log");
		Process process = new ProcessBuilder(List.of(LOADER.require().toString(), "-q", "-f", configuration.toString()))
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try (OutputStream entries = process.getOutputStream()) {
			PeopleLdif.write(people, entries);
		}
		catch (IOException ex) {
			process.onExit().join();
			throw new IOException("slapadd failed: " + Files.readString(log).strip(), ex);
		}
		if (process.onExit().join().exitValue() != 0) {
			throw new IOException("slapadd failed: " + Files.readString(log).strip());
		}
	}

}
