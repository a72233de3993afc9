package org.campanile.perf.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.peer.PeerSystem.ReleasedAttribute;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The configuration folder that SimpleSAMLphp reads instead of the system's. It is
 * configured to do what Campanile does by default: an RSA-2048 key, the response signed
 * and the assertion not, and a transient name identifier. Only the cipher differs:
 * version 1.19 encrypts by AES-128-CBC only.
 *
 * @param folder the configuration folder
 * @param address its base address, such as {@code http://127.0.0.1:8080/simplesaml/}
 * @param directory address of the directory
 * @param certificate the service's certificate for encryption: base64 of DER
 * @param secret a text that cannot be guessed
 */
record SimpleSamlConfiguration(Path folder, String address, URI directory, String certificate, String secret) {

	private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

	private static final String SOURCE = "directory";

	private static final String TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

	private static final String REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

	private static final String POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";

	private static final String URI_NAMES = "urn:oasis:names:tc:SAML:2.0:attrname-format:uri";

	private static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

	/** Writes the settings; the key pair goes beside them, see {@link #certificates}. */
	void write() throws IOException {
		Path metadata = Files.createDirectories(folder.resolve("metadata"));
		for (String name : List.of("log", "data", "tmp", "sessions", "cert")) {
			Files.createDirectories(folder.resolve(name));
		}
		write(folder.resolve("config.php"), "config", settings());
		write(folder.resolve("authsources.php"), "config", Map.of(SOURCE, authentication()));
		write(metadata.resolve("saml20-idp-hosted.php"), "metadata", Map.of(entityId(), identityProvider()));
		write(metadata.resolve("saml20-sp-remote.php"), "metadata",
				Map.of(VirtualServiceProvider.ENTITY_ID, service()));
	}

	/** Writes PHP that decodes JSON; numeric keys become numbers in PHP. */
	private static void write(Path file, String variable, Map<String, ?> values) throws IOException {
		Files.writeString(file, "<?php\n$%s = json_decode(<<<'JSON'\n%s\nJSON, true);\n".formatted(variable,
				JSON.writeValueAsString(values)));
	}

	/** Returns the folder in which {@code server.key} and {@code server.pem} must lie. */
	Path certificates() {
		return folder.resolve("cert");
	}

	Path sessions() {
		return folder.resolve("sessions");
	}

	/** Returns the entity ID, which is the address of the metadata. */
	String entityId() {
		return address + "saml2/idp/metadata.php";
	}

	Map<String, Object> settings() {
		Map<String, Object> settings = new LinkedHashMap<>();
		settings.put("baseurlpath", address);
		settings.put("certdir", certificates() + "/");
		settings.put("loggingdir", folder + "/log/");
		settings.put("datadir", folder + "/data/");
		settings.put("tempdir", folder + "/tmp");
		settings.put("metadatadir", folder + "/metadata/");
		settings.put("technicalcontact_name", "Administrator");
		settings.put("technicalcontact_email", "sso@example.edu");
		settings.put("timezone", "UTC");
		settings.put("secretsalt", secret);
		settings.put("auth.adminpassword", secret);
		settings.put("admin.protectindexpage", true);
		settings.put("showerrors", true);
		// Logs to a file, as the sandbox of a measurement has no syslog, at level NOTICE.
		settings.put("logging.level", 5);
		settings.put("logging.handler", "file");
		settings.put("logging.logfile", "simplesamlphp.log");
		settings.put("enable.saml20-idp", true);
		settings.put("module.enable", Map.of("core", true, "saml", true, "ldap", true));
		settings.put("session.cookie.secure", false);
		settings.put("session.cookie.samesite", "Lax");
		settings.put("session.phpsession.savepath", sessions().toString());
		settings.put("language.cookie.secure", false);
		settings.put("language.cookie.samesite", "Lax");
		settings.put("language.available", List.of("en"));
		settings.put("production", true);
		settings.put("authproc.idp", Map.of(30, "core:LanguageAdaptor", 50, "core:AttributeLimit"));
		settings.put("metadata.sources", List.of(Map.of("type", "flatfile")));
		settings.put("store.type", "phpsession");
		return settings;
	}

	Map<Object, Object> authentication() {
		Map<Object, Object> source = new LinkedHashMap<>();
		source.put(0, "ldap:LDAP");
		source.put("hostname", directory.toString());
		source.put("enable_tls", false);
		source.put("referrals", false);
		source.put("timeout", 5);
		source.put("attributes", Arrays.stream(ReleasedAttribute.values()).map(ReleasedAttribute::ldapName).toList());
		source.put("search.enable", true);
		source.put("search.base", Campus.BASE_DN);
		source.put("search.attributes", List.of("uid"));
		source.put("search.username", Campus.SERVICE_DN);
		source.put("search.password", Campus.SERVICE_PASSWORD);
		return source;
	}

	Map<String, Object> identityProvider() {
		Map<String, Object> provider = new LinkedHashMap<>();
		provider.put("host", "__DEFAULT__");
		provider.put("privatekey", "server.key");
		provider.put("certificate", "server.pem");
		provider.put("auth", SOURCE);
		provider.put("SingleSignOnServiceBinding", List.of(REDIRECT, POST));
		provider.put("attributes.NameFormat", URI_NAMES);
		provider.put("signature.algorithm", RSA_SHA256);
		provider.put("saml20.sign.response", true);
		provider.put("saml20.sign.assertion", false);
		provider.put("NameIDFormat", TRANSIENT);
		Map<Object, Object> names = new LinkedHashMap<>();
		names.put("class", "core:AttributeMap");
		names.putAll(Stream.of(ReleasedAttribute.values())
			.collect(Collectors.toMap(ReleasedAttribute::ldapName, ReleasedAttribute::samlName,
					(first, second) -> first, LinkedHashMap::new)));
		provider.put("authproc", Map.of(100, names));
		return provider;
	}

	Map<String, Object> service() {
		Map<String, Object> service = new LinkedHashMap<>();
		service.put("AssertionConsumerService", VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE);
		service.put("NameIDFormat", TRANSIENT);
		service.put("assertion.encryption", true);
		service.put("saml20.sign.response", true);
		service.put("saml20.sign.assertion", false);
		service.put("keys", List.of(Map.of("type", "X509Certificate", "signing", false, "encryption", true,
				"X509Certificate", certificate)));
		return service;
	}

}
