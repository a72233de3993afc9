package org.campanile.perf.environment;

import java.io.IOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
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

import org.campanile.perf.load.Population;

/**
 * A directory in memory, in a process that obeys a {@link CommandLoop} by ending with it;
 * says the port it listens on. Arguments: how many people, the seed of their names, and
 * for TLS the file and password of a PKCS #12 key store.
 */
public final class EmbeddedDirectoryMain {

	private EmbeddedDirectoryMain() {
	}

	public static void main(String[] arguments) throws IOException, LDAPException, GeneralSecurityException {
		Population people = new Population(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
		InMemoryDirectoryServer server = new InMemoryDirectoryServer(configuration(listener(arguments)));
		for (Map.Entry<String, Map<String, List<String>>> entry : PeopleLdif.frame().entrySet()) {
			server.add(entry(entry.getKey(), entry.getValue()));
		}
		for (int number = 0; number < people.size(); number++) {
			Person person = Person.of(people, number);
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

	private static InMemoryListenerConfig listener(String[] arguments) throws LDAPException, GeneralSecurityException {
		if (arguments.length == 2) {
			return InMemoryListenerConfig.createLDAPConfig("ldap", InetAddress.getLoopbackAddress(), 0, null);
		}
		SSLUtil tls = new SSLUtil(new KeyStoreKeyManager(arguments[2], arguments[3].toCharArray(), "PKCS12", "server"),
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
