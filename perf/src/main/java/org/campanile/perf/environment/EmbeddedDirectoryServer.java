package org.campanile.perf.environment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import com.unboundid.ldap.listener.Base64PasswordEncoderOutputFormatter;
import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.listener.InMemoryPasswordEncoder;
import com.unboundid.ldap.listener.SaltedMessageDigestInMemoryPasswordEncoder;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.schema.Schema;
import com.unboundid.util.ssl.PEMFileKeyManager;
import com.unboundid.util.ssl.SSLUtil;
import org.campanile.perf.environment.DirectorySpec.DirectoryServer;
import org.campanile.perf.process.CommandLoop;
import org.campanile.perf.process.JavaProcess;
import org.campanile.perf.load.Population;

/** The embedded directory, in a process of its own. */
final class EmbeddedDirectoryServer {

	/** The largest population; most machines cannot spare a larger heap. */
	private static final int MOST = 200_000;

	private static final int HEAP_BASE_MEGABYTES = 256;

	/** Heap for each user in kilobytes, with room to spare; 8 were measured. */
	private static final int KILOBYTES_EACH = 12;

	private EmbeddedDirectoryServer() {
	}

	/**
	 * Starts the directory; returns when it answers.
	 * @param folder for its files
	 */
	static DirectoryServer start(DirectorySpec spec, Path folder) throws IOException {
		int people = spec.people().size();
		if (people > MOST) {
			throw new IllegalArgumentException(
					"the embedded directory holds " + MOST + " people at most, and not " + people + "; use OpenLDAP");
		}
		Files.createDirectories(folder);
		Path authority = DirectoryServer.certified(spec, folder);
		List<String> words = new ArrayList<>();
		words.add("-Xmx" + (HEAP_BASE_MEGABYTES + (long) people * KILOBYTES_EACH / 1024) + "m");
		words.addAll(JavaProcess.here(EmbeddedDirectoryServer.class));
		words.add(Integer.toString(people));
		words.add(Long.toString(spec.people().seed()));
		if (authority != null) {
			words.add(folder.toString());
		}
		JavaProcess process = JavaProcess.start("directory", words, folder.resolve("output.log"));
		try {
			URI address = DirectoryServer.address(spec,
					Integer.parseInt(process.answer(Duration.ofSeconds(120 + people / 500))));
			return new DirectoryServer(
					address, authority, process.pid(), "UnboundID in-memory server, " + people
							+ " people, indexes on uid and mail, " + address.getScheme() + ", passwords {SSHA}",
					Map.of(), process::close);
		}
		catch (IOException ex) {
			process.close();
			throw ex;
		}
	}

	/**
	 * Runs a directory in memory, in a process that obeys a {@link CommandLoop}; reports
	 * the port it listens on. Arguments: the number of people, the seed of their names,
	 * and for TLS the folder of {@code server.pem} and {@code server.key}.
	 */
	public static void main(String[] arguments) throws IOException, LDAPException, GeneralSecurityException {
		Population people = new Population(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
		InMemoryDirectoryServer server = new InMemoryDirectoryServer(configuration(listener(arguments)));
		for (Entry entry : PeopleLdif.frame()) {
			server.add(entry);
		}
		for (int number = 0; number < people.size(); number++) {
			server.add(PeopleLdif.user(people, number));
		}
		server.startListening();
		new CommandLoop(System.in, System.err).run(Integer.toString(server.getListenPort()), command -> {
			throw new IllegalArgumentException("no command is called " + command);
		});
		System.exit(0);
	}

	private static InMemoryListenerConfig listener(String[] arguments) throws LDAPException, GeneralSecurityException {
		if (arguments.length == 2) {
			return InMemoryListenerConfig.createLDAPConfig("ldap", InetAddress.getLoopbackAddress(), 0, null);
		}
		Path folder = Path.of(arguments[2]);
		SSLUtil tls = new SSLUtil(
				new PEMFileKeyManager(folder.resolve("server.pem").toFile(), folder.resolve("server.key").toFile()),
				null);
		return InMemoryListenerConfig.createLDAPSConfig("ldaps", InetAddress.getLoopbackAddress(), 0,
				tls.createSSLServerSocketFactory(), null);
	}

	private static InMemoryDirectoryServerConfig configuration(InMemoryListenerConfig listener)
			throws IOException, LDAPException, GeneralSecurityException {
		InMemoryDirectoryServerConfig configuration = new InMemoryDirectoryServerConfig(Campus.BASE_DN);
		configuration.setListenerConfigs(listener);
		configuration.setSchema(schema());
		configuration.setGenerateOperationalAttributes(false);
		// Without these indexes a search reads every entry.
		configuration.setEqualityIndexAttributes("uid", "mail");
		InMemoryPasswordEncoder hash = new SaltedMessageDigestInMemoryPasswordEncoder("{SSHA}",
				Base64PasswordEncoderOutputFormatter.getInstance(), new PerThreadDigest("SHA-1"), 8, true, true);
		configuration.setPasswordEncoders(null, hash);
		return configuration;
	}

	private static Schema schema() throws IOException, LDAPException {
		String eduPerson = PeopleLdif.eduPersonSchema();
		Entry entry = Schema.getDefaultStandardSchema().getSchemaEntry().duplicate();
		entry.addAttribute("attributeTypes", definitions(eduPerson, "attributetype"));
		entry.addAttribute("objectClasses", definitions(eduPerson, "objectclass"));
		return new Schema(entry);
	}

	/** Returns the schema's definitions of a kind, in the syntax of RFC 4512. */
	private static List<String> definitions(String schema, String kind) {
		return Pattern.compile("^" + kind + " (\\(.*(?:\\n .*)*)", Pattern.MULTILINE)
			.matcher(schema)
			.results()
			.map((MatchResult result) -> result.group(1).replaceAll("\\s+", " "))
			.toList();
	}

	/**
	 * A message digest that several threads can share. The embedded directory hashes the
	 * passwords of concurrent connections with one digest: an ordinary one would mix them
	 * up and reject right passwords.
	 */
	static final class PerThreadDigest extends MessageDigest {

		private final ThreadLocal<MessageDigest> own;

		/**
		 * Creates a digest with that algorithm.
		 * @throws NoSuchAlgorithmException if no provider has this algorithm
		 */
		PerThreadDigest(String algorithm) throws NoSuchAlgorithmException {
			super(algorithm);
			MessageDigest.getInstance(algorithm);
			this.own = ThreadLocal.withInitial(() -> instance(algorithm));
		}

		private static MessageDigest instance(String algorithm) {
			try {
				return MessageDigest.getInstance(algorithm);
			}
			catch (NoSuchAlgorithmException ex) {
				throw new IllegalStateException("was there a moment ago: " + algorithm, ex);
			}
		}

		@Override
		protected int engineGetDigestLength() {
			return own.get().getDigestLength();
		}

		@Override
		protected void engineUpdate(byte input) {
			own.get().update(input);
		}

		@Override
		protected void engineUpdate(byte[] input, int offset, int length) {
			own.get().update(input, offset, length);
		}

		@Override
		protected byte[] engineDigest() {
			return own.get().digest();
		}

		@Override
		protected void engineReset() {
			own.get().reset();
		}

	}

}
