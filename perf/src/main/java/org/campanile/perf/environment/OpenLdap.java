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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.DirectorySpec.DirectoryServer;
import org.campanile.perf.environment.PeopleLdif.EduPersonSchema;
import org.campanile.perf.environment.PortReadiness.ProgramVersion;
import org.campanile.perf.load.Population;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/** OpenLDAP's slapd on a database that {@link OpenLdapDatabase} loaded. */
final class OpenLdap implements DirectoryServer {

	static final Program SERVER = new Program("slapd", "slapd");

	private static final Duration START_PATIENCE = Duration.ofSeconds(60);

	private final ChildProcess process;

	private final URI address;

	private final @Nullable Path certificate;

	private final String version;

	private final int people;

	private OpenLdap(ChildProcess process, URI address, @Nullable Path certificate, String version, int people) {
		this.process = process;
		this.address = address;
		this.certificate = certificate;
		this.version = version;
		this.people = people;
	}

	/**
	 * Starts it; returns when it answers.
	 * @param folder for its files
	 * @param databases where loaded databases are kept for other runs
	 */
	static OpenLdap start(DirectorySpec spec, Path folder, Path databases, Ports ports) throws IOException {
		Path program = SERVER.require();
		Files.createDirectories(folder);
		Path data = OpenLdapDatabase.load(spec.people(), databases);
		ServerCertificate certificate = spec.secure() ? ServerCertificate.make(folder) : null;
		Path configuration = Files.writeString(folder.resolve("slapd.conf"),
				configuration(folder, data, spec.people().size(), certificate, true));
		int port = ports.near(0);
		URI address = URI.create((spec.secure() ? "ldaps" : "ldap") + "://127.0.0.1:" + port);
		Path log = folder.resolve("output.log");
		ChildProcess process = ChildProcess.kept("slapd", "TERM",
				List.of(program.toString(), "-f", configuration.toString(), "-h", address + "/", "-d", "none"), log);
		try {
			PortReadiness.await("slapd", port, process::isAlive, log, START_PATIENCE);
		}
		catch (IOException ex) {
			process.close();
			throw ex;
		}
		return new OpenLdap(process, address, certificate == null ? null : certificate.certificate(),
				ProgramVersion.of(program, "-VV"), spec.people().size());
	}

	/**
	 * @param readOnly a database that is kept for other runs is never changed
	 */
	static String configuration(Path folder, Path data, int people, @Nullable ServerCertificate certificate,
			boolean readOnly) throws IOException {
		Path schema = Files.writeString(folder.resolve("eduperson.schema"), EduPersonSchema.read().text());
		String tls = certificate == null ? "" : """
				TLSCertificateFile %s
				TLSCertificateKeyFile %s
				""".formatted(certificate.certificate(), certificate.key());
		// Room for what a user takes, twice over; the file is sparse.
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

	@Override
	public URI address() {
		return address;
	}

	@Override
	public @Nullable Path certificate() {
		return certificate;
	}

	@Override
	public long pid() {
		return process.pid();
	}

	@Override
	public Map<String, String> settings(String name) {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("OpenLDAP version", version);
		settings.put(name, "OpenLDAP, " + people + " people, indexes on objectClass, uid and mail, "
				+ address.getScheme() + ", passwords {SSHA}");
		return settings;
	}

	@Override
	public void close() {
		process.close();
	}

	/**
	 * A database for slapd, loaded once for each population and kept: a million people
	 * take minutes.
	 */
	static final class OpenLdapDatabase {

		static final Program LOADER = new Program("slapadd", "slapd");

		/**
		 * Raised whenever people or indexes change, so that what is kept is made anew.
		 */
		private static final int FORM = 1;

		private OpenLdapDatabase() {
		}

		/**
		 * Loads one, unless it is there.
		 * @param databases where they are kept
		 * @return its folder; never to be written to
		 */
		static Path load(Population people, Path databases) throws IOException {
			Program program = LOADER;
			program.require();
			Files.createDirectories(databases);
			String name = "openldap-" + people.size() + "-" + people.seed() + "-" + FORM;
			Path loaded = databases.resolve(name);
			// Two runs at once: the second waits for what the first makes.
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
					OpenLdap.configuration(folder, data, people.size(), null, false));
			Path log = folder.resolve("slapadd.log");
			Process process = new ProcessBuilder(
					List.of(LOADER.require().toString(), "-q", "-f", configuration.toString()))
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

}
