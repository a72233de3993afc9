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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.unboundid.ldap.listener.Base64PasswordEncoderOutputFormatter;
import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.listener.InMemoryPasswordEncoder;
import com.unboundid.ldap.listener.SaltedMessageDigestInMemoryPasswordEncoder;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.schema.Schema;
import com.unboundid.util.ssl.KeyStoreKeyManager;
import com.unboundid.util.ssl.SSLUtil;
import org.campanile.perf.environment.DirectorySpec.DirectoryServer;
import org.campanile.perf.environment.PeopleLdif.EduPersonSchema;
import org.campanile.perf.load.Population;
import org.jspecify.annotations.Nullable;

/** An {@link EmbeddedDirectoryMain}, from where its process is not. */
final class EmbeddedDirectoryServer implements DirectoryServer {

	/** Beyond it the heap would be larger than most machines spare. */
	private static final int MOST = 200_000;

	private static final int HEAP_BASE_MEGABYTES = 256;

	/** What a user takes, with room to spare; measured 8 KB. */
	private static final int KILOBYTES_EACH = 12;

	private final JavaProcess process;

	private final URI address;

	private final @Nullable Path certificate;

	private final int people;

	private EmbeddedDirectoryServer(JavaProcess process, URI address, @Nullable Path certificate, int people) {
		this.process = process;
		this.address = address;
		this.certificate = certificate;
		this.people = people;
	}

	/**
	 * Starts it; returns when it answers.
	 * @param folder for its files
	 */
	static EmbeddedDirectoryServer start(DirectorySpec spec, Path folder) throws IOException {
		int people = spec.people().size();
		if (people > MOST) {
			throw new IllegalArgumentException(
					"the embedded directory holds " + MOST + " people at most, and not " + people + "; use OpenLDAP");
		}
		Files.createDirectories(folder);
		ServerCertificate certificate = spec.secure() ? ServerCertificate.make(folder) : null;
		List<String> words = new ArrayList<>();
		words.add("-Xmx" + (HEAP_BASE_MEGABYTES + (long) people * KILOBYTES_EACH / 1024) + "m");
		words.addAll(Installation.here(EmbeddedDirectoryMain.class));
		words.add(Integer.toString(people));
		words.add(Long.toString(spec.people().seed()));
		if (certificate != null) {
			words.add(certificate.keyStore().toString());
			words.add(ServerCertificate.PASSWORD);
		}
		JavaProcess process = JavaProcess.start("directory", words, folder.resolve("output.log"));
		try {
			String port = process.answer(Duration.ofSeconds(120 + people / 500));
			return new EmbeddedDirectoryServer(process,
					URI.create((spec.secure() ? "ldaps" : "ldap") + "://127.0.0.1:" + port),
					certificate == null ? null : certificate.certificate(), people);
		}
		catch (IOException ex) {
			process.close();
			throw ex;
		}
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
		settings.put(name, "UnboundID in-memory server, " + people + " people, indexes on uid and mail, "
				+ address.getScheme() + ", passwords {SSHA}");
		return settings;
	}

	@Override
	public void close() {
		process.close();
	}

	/**
	 * A directory in memory, in a process that obeys a {@link CommandLoop} by ending with
	 * it; says the port it listens on. Arguments: how many people, the seed of their
	 * names, and for TLS the file and password of a PKCS #12 key store.
	 */
	public static final class EmbeddedDirectoryMain {

		private EmbeddedDirectoryMain() {
		}

		public static void main(String[] arguments) throws IOException, LDAPException, GeneralSecurityException {
			Population people = new Population(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
			InMemoryDirectoryServer server = new InMemoryDirectoryServer(configuration(listener(arguments)));
			for (Map.Entry<String, Map<String, List<String>>> entry : PeopleLdif.frame().entrySet()) {
				server.add(entry(entry.getKey(), entry.getValue()));
			}
			for (int number = 0; number < people.size(); number++) {
				DirectoryUser person = DirectoryUser.of(people, number);
				Entry entry = entry(person.dn(), person.attributes());
				entry.addAttribute("userPassword", person.hashedPassword());
				server.add(entry);
			}
			server.startListening();
			new CommandLoop(System.in, System.err).run(Integer.toString(server.getListenPort()), command -> {
				throw new IllegalArgumentException("no command is called " + command);
			});
			System.exit(0);
		}

		private static InMemoryListenerConfig listener(String[] arguments)
				throws LDAPException, GeneralSecurityException {
			if (arguments.length == 2) {
				return InMemoryListenerConfig.createLDAPConfig("ldap", InetAddress.getLoopbackAddress(), 0, null);
			}
			SSLUtil tls = new SSLUtil(
					new KeyStoreKeyManager(arguments[2], arguments[3].toCharArray(), "PKCS12", "server"), null);
			return InMemoryListenerConfig.createLDAPSConfig("ldaps", InetAddress.getLoopbackAddress(), 0,
					tls.createSSLServerSocketFactory(), null);
		}

		private static InMemoryDirectoryServerConfig configuration(InMemoryListenerConfig listener)
				throws IOException, LDAPException, GeneralSecurityException {
			InMemoryDirectoryServerConfig configuration = new InMemoryDirectoryServerConfig(Campus.BASE_DN);
			configuration.setListenerConfigs(listener);
			configuration.setSchema(schema());
			configuration.setGenerateOperationalAttributes(false);
			// Without these a search looks at everybody.
			configuration.setEqualityIndexAttributes("uid", "mail");
			InMemoryPasswordEncoder hash = new SaltedMessageDigestInMemoryPasswordEncoder("{SSHA}",
					Base64PasswordEncoderOutputFormatter.getInstance(), new PerThreadDigest("SHA-1"), 8, true, true);
			configuration.setPasswordEncoders(null, hash);
			return configuration;
		}

		private static Schema schema() throws IOException, LDAPException {
			EduPersonSchema eduPerson = EduPersonSchema.read();
			Entry entry = Schema.getDefaultStandardSchema().getSchemaEntry().duplicate();
			entry.addAttribute("attributeTypes", eduPerson.definitions("attributetype"));
			entry.addAttribute("objectClasses", eduPerson.definitions("objectclass"));
			return new Schema(entry);
		}

		private static Entry entry(String dn, Map<String, List<String>> attributes) {
			Entry entry = new Entry(dn);
			attributes.forEach((name, values) -> entry.addAttribute(name, values));
			return entry;
		}

	}

	/**
	 * A digest that any number of threads use at once, as if each had its own. The
	 * embedded directory compares hashed passwords of several connections at the same
	 * time, with one digest: an ordinary one mixes their passwords up and refuses right
	 * ones.
	 */
	static final class PerThreadDigest extends MessageDigest {

		private final ThreadLocal<MessageDigest> own;

		/**
		 * Digests by that algorithm.
		 * @throws NoSuchAlgorithmException if no provider has it
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
