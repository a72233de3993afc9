package org.campanile.web.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;

import static org.assertj.core.api.Assertions.assertThat;

class ConfigurationCheckTests {

	/** The smallest valid configuration. */
	static final String LEAST = """
			campanile:
			  base-url: https://login.example.edu/idp
			  ldap:
			    urls: ldaps://ldap.example.edu
			    base-dn: ou=people,dc=example,dc=edu
			""";

	@TempDir
	private Path home;

	@Test
	void whenTheLeastIsSaidThenNoFaultAndNothingIsMade() throws Exception {
		assertThat(faults(LEAST)).isEmpty();
		assertThat(home.toFile().list()).containsExactly("application.yaml");
	}

	static List<String> endpoints() throws ClassNotFoundException {
		ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false);
		scanner.addIncludeFilter(new AnnotationTypeFilter(WebEndpoint.class));
		List<String> ids = new ArrayList<>();
		for (BeanDefinition found : scanner.findCandidateComponents("org.campanile.web")) {
			Class<?> type = Class.forName(found.getBeanClassName());
			// A nested one is of a test.
			if (!type.isMemberClass()) {
				ids.add(type.getAnnotation(WebEndpoint.class).id());
			}
		}
		return ids;
	}

	@ParameterizedTest
	@MethodSource("endpoints")
	void whenAManagementEndpointIsRestrictedThenNoFault(String id) throws Exception {
		assertThat(faults(LEAST + "management: {endpoint: {" + id + ": {access: read-only}}}")).isEmpty();
	}

	@Test
	void whenADefinitionReadsWhatAFurtherSourceProvidesThenNoFault() throws Exception {
		assertThat(faults("""
				campanile:
				  base-url: https://login.example.edu/idp
				  ldap:
				    urls: ldaps://ldap.example.edu
				    base-dn: ou=people,dc=example,dc=edu
				    attributes: [uid, mail]
				  attributes:
				    sources:
				      hr: {http: {url: "https://hr.example.edu/{principal}", attributes: {costCenter: /unit}}}
				    definitions:
				      department: {source: costCenter, from: [hr]}
				""")).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					bas-url: https://a.example/idp | campanile.bas-url (application.yaml:6): unknown key; did you mean campanile.base-url?
					scope: [example.edu] | campanile.scope[0] (application.yaml:6): unknown key; did you mean campanile.scopes[0]?
					sesion: {lifetime: 8h} | campanile.sesion.lifetime (application.yaml:6): unknown key; did you mean campanile.session.lifetime?
					session: {life-tme: 8h} | campanile.session.life-tme (application.yaml:6): unknown key; did you mean campanile.session.lifetime?
					authentication: {throttle: {user-trys: 5}} | campanile.authentication.throttle.user-trys (application.yaml:6): unknown key; did you mean campanile.authentication.throttle.user-tries?
					release: {rules: [{servces: ["*"], attributes: [mail]}]} | campanile.release.rules[0].servces[0] (application.yaml:6): unknown key; did you mean campanile.release.rules[0].services[0]?
					services: [{match: "https://a.example", encription: never}] | campanile.services[0].encription (application.yaml:6): unknown key; did you mean campanile.services[0].encryption?
					attributes: {definitions: {card: {sorce: cn}}} | campanile.attributes.definitions.card.sorce (application.yaml:6): unknown key; did you mean campanile.attributes.definitions.card.source?
					idle-timeout: 1h | campanile.idle-timeout (application.yaml:6): unknown key; did you mean campanile.session.idle-timeout?
					wibble: 1 | campanile.wibble (application.yaml:6): unknown key; docs/configuration.md lists all
					""")
	void whenAKeyIsMisspeltThenTheMeantOneIsNamed(String setting, String fault) throws Exception {
		assertThat(faults(LEAST + "  " + setting)).contains(fault);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					server: {tomcat: {connection-timeout: 20}} | server.tomcat.connection-timeout (application.yaml:6): "20" has no unit; write 20s for seconds, or give a duration, such as 90s, 15m, 8h or 1d
					server: {max-http-request-header-size: big} | server.max-http-request-header-size (application.yaml:6): "big" cannot be read; give a size, such as 256KB or 10MB
					server: {address: "10.0.0.5:443"} | server.address (application.yaml:6): "10.0.0.5:443" cannot be read; give an address of this host, such as 10.0.0.5
					server: {ssl: {enabled: maybe}} | server.ssl.enabled (application.yaml:6): "maybe" cannot be read; give true or false
					server: {shutdown: graceful-ly} | server.shutdown (application.yaml:6): "graceful-ly" is none of graceful, immediate; did you mean
					server: {prot: 8443} | server.prot (application.yaml:6): unknown key; did you mean server.port?
					logging: {levle: {org.campanile: DEBUG}} | logging.levle.org.campanile (application.yaml:6): unknown key; did you mean logging.level.org.campanile?
					spring: {mian: {banner-mode: "off"}} | spring.mian.banner-mode (application.yaml:6): unknown key; did you mean spring.main.banner-mode?
					management: {endpoint: {health: {shwo-details: always}}} | management.endpoint.health.shwo-details (application.yaml:6): unknown key; did you mean management.endpoint.health.show-details?
					server: 8443 | server (application.yaml:6): is a group of settings and takes no value; set keys of it, such as server.
					logging: {level: DEBUG} | logging.level (application.yaml:6): takes no value but names below it; write logging.level.NAME
					logging: {path: /var/log} | logging.path (application.yaml:6): Spring Boot no longer has this key; use logging.file.path instead
					server: {wibble: 1} | server.wibble (application.yaml:6): unknown key; Spring Boot has no such key here; remove it
					""")
	void whenAKeyOfSpringIsUnknownThenTheMeantOneIsNamed(String setting, String fault) throws Exception {
		assertThat(faults(LEAST + setting)).singleElement().asString().startsWith(fault);
	}

	@ParameterizedTest
	@ValueSource(strings = {
			"server: {port: 8443, maxHttpRequestHeaderSize: 16KB, tomcat: {accesslog: {enabled: true}}}",
			"server: {ssl: {certificate: a, certificate-private-key: b}}",
			"spring: {ssl: {bundle: {pem: {web: {keystore: {certificate: a}}}}}}",
			"logging: {level: {org.campanile: DEBUG}, file: {name: x.log}, structured: {format: {console: ecs}}}",
			"management: {endpoint: {sessions: {access: none}}, endpoints: {web: {exposure: {include: [health, info]}}}}",
			"management: {metrics: {tags: {node: a}}}", "server:", "server.servlet.context-path: /idp" })
	void whenAKeyOfSpringIsKnownThenNoFault(String setting) throws Exception {
		assertThat(faults(LEAST + setting)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "management.server.port: 8080", "{server.port: 8443, management.server.port: 8443}" })
	void whenManagementHasThePortOfTheServerThenAFault(String ports) throws Exception {
		assertThat(faults(LEAST + ports.replaceAll("[{}]", "").replace(", ", "\n"))).singleElement()
			.asString()
			.startsWith("management.server.port")
			.contains("is the port of the server itself");
	}

	@ParameterizedTest
	@ValueSource(strings = { "forward-headers-strategy: native", "forward-headers-strategy: framework",
			"tomcat.remoteip.remote-ip-header: X-Real-IP", "tomcat.remoteip.protocol-header: X-Forwarded-Proto" })
	void whenSpringBootWouldReadForwardedHeadersThenAFault(String setting) throws Exception {
		assertThat(faults(LEAST + "server." + setting)).singleElement()
			.asString()
			.startsWith("server." + setting.replaceAll(":.*", "") + " (application.yaml:6): Spring Boot would accept");
	}

	@ParameterizedTest
	@ValueSource(strings = { "remote-ip-header:", "protocol-header: ''" })
	void whenAForwardedHeaderIsEmptyThenNoFault(String setting) throws Exception {
		assertThat(faults(LEAST + "server.tomcat.remoteip." + setting)).isEmpty();
	}

	/** The built-in defaults are not checked at each start, so this test checks them. */
	@Test
	void whenOurOwnDefaultsNameKeysOfSpringThenAllAreKnown() throws Exception {
		String defaults = Files.readString(Path.of("src/main/resources/application.yaml"));
		assertThat(faults(LEAST + defaults)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					    session: {lifetime: 8h, idle-timeout: 1h} | campanile.ldap.session (application.yaml:6): is indented too deep, below campanile.ldap; move it to the left, for campanile.session
					    release: {rules: [{services: ["*"], attributes: [mail]}]} | campanile.ldap.release (application.yaml:6): is indented too deep, below campanile.ldap; move it to the left, for campanile.release
					  server: {port: 8443} | campanile.server (application.yaml:6): is indented too deep, below campanile; move it to the left, for server
					session: {lifetime: 8h} | session (application.yaml:6): is not indented; it belongs below "campanile:", for campanile.session
					""",
			ignoreLeadingAndTrailingWhitespace = false)
	void whenABlockStandsInTheWrongColumnThenThatIsSaidOnce(String setting, String fault) throws Exception {
		assertThat(faults(LEAST + setting.stripTrailing())).containsExactly(fault.strip());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					storage: {durable: {type: jpq}} | campanile.storage.durable.type (application.yaml:6): there is no store "jpq"; use one of jpa, memory; did you mean 'jpa'?
					storage: {durable: {type: ""}} | campanile.storage.durable.type (application.yaml:6): is empty; name a store, one of jpa, memory, or remove it
					storage: {durable: {type: hazelcast}} | campanile.storage.durable.type (application.yaml:6): there is no store "hazelcast"; use one of jpa, memory
					storage: {type: hazelcast, durable: {type: jpa}} | campanile.storage.jpa.url: missing; set one such as jdbc:postgresql://db.example.edu:5432/campanile
					storage: {type: jpa, jpa: {url: "jdbc:postgresql://db/c"}, durable: {type: memory}} | campanile.storage.durable.type (application.yaml:6): memory would forget what campanile.storage.type jpa keeps for good; remove it
					factors: {enabled: true} | campanile.storage.durable.type: memory would lose at every restart what users enrolled to sign in with (campanile.factors.enabled); set campanile.storage.durable.type: jpa and campanile.storage.jpa.url, or for trials only campanile.storage.memory.durable.accept-loss: true
					""")
	void whenWhatIsKeptForGoodWouldNotBeThenItIsSaid(String setting, String fault) throws Exception {
		assertThat(faults(LEAST + "  " + setting)).containsExactly(fault);
	}

	@ParameterizedTest
	@ValueSource(strings = { "storage: {durable: {type: jpa}, jpa: {url: 'jdbc:postgresql://db/c'}}",
			"storage: {type: jpa, jpa: {url: 'jdbc:postgresql://db/c'}}",
			"storage: {type: hazelcast, durable: {type: jpa}, jpa: {url: 'jdbc:postgresql://db/c'}}",
			"storage: {memory: {durable: {accept-loss: true}}}" })
	void whenFactorsAreKeptOrTheirLossIsAcceptedThenTheyMayBeOn(String setting) throws Exception {
		assertThat(faults(LEAST + "  factors: {enabled: true}\n  " + setting)).isEmpty();
		assertThat(faults(LEAST + "  " + setting)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					session: {lifetime: soon} | campanile.session.lifetime (application.yaml:6): "soon" cannot be read; give a duration, such as 90s, 15m, 8h or 1d
					session: {lifetime: 28800} | campanile.session.lifetime (application.yaml:6): "28800" has no unit; write 28800s for seconds, or give a duration, such as 90s, 15m, 8h or 1d
					services: [{match: "https://a.example", session-lifetime: 600}] | campanile.services[0].session-lifetime (application.yaml:6): "600" has no unit; write 600s for seconds, or give a duration, such as 90s, 15m, 8h or 1d
					session: {refuse-untracked: maybe} | campanile.session.refuse-untracked (application.yaml:6): "maybe" cannot be read; give true or false
					authentication: {max-username-length: many} | campanile.authentication.max-username-length (application.yaml:6): "many" cannot be read; give a whole number
					metadata: {max-file-size: huge} | campanile.metadata.max-file-size (application.yaml:6): "huge" cannot be read; give a size, such as 256KB or 10MB
					requests: {max-posted-size: 192} | campanile.requests.max-posted-size (application.yaml:6): "192" has no unit; write 192B for bytes, or give a size, such as 256KB or 10MB
					access: {rules: [{attributes: {uid: [TRUE]}}]} | campanile.access.rules[0].attributes.uid[0] (application.yaml:6): is a boolean in YAML; put it in quotes
					authentication: {mode: direct-bnd} | campanile.authentication.mode (application.yaml:6): "direct-bnd" is none of bind-search, direct-bind, active-directory; did you mean 'direct-bind'?
					services: [{match: "https://a.example", encryption: yes}] | campanile.services[0].encryption (application.yaml:6): "true" is none of auto, required, never
					session: 8h | campanile.session (application.yaml:6): is a group of settings and takes no value; set keys of it, such as campanile.session.idle-timeout
					entity-id: {a: b} | campanile.entity-id.a (application.yaml:6): is unknown, for campanile.entity-id takes one plain value; remove what is below it
					services: {match: "https://a.example"} | campanile.services.match (application.yaml:6): is unknown, for campanile.services is a list; put a dash before each member
					storage: {type: memry} | campanile.storage.type (application.yaml:6): there is no store "memry"; use one of hazelcast, jpa, memory; did you mean 'memory'?
					storage: {type: jpa} | campanile.storage.jpa.url: missing; set one such as jdbc:postgresql://db.example.edu:5432/campanile
					storage: {type: jpa, jpa: {url: "jdbc:postgresql://me:secret@db/c"}} | campanile.storage.jpa.url (application.yaml:6): is not the URL of a PostgreSQL database, without role and password; set one such as jdbc:postgresql://db.example.edu:5432/campanile
					storage: {type: hazelcast, hazelcast: {members: ["10.0.0.1", "10.0.0.2", "10.0.0.3"], cluster-size: 1}} | campanile.storage.hazelcast.cluster-size (application.yaml:6): 1 is too small for the 4 members listed: two parts of them could continue separately, and each accept the same request once; set 4, or remove it
					""")
	void whenAValueIsOfTheWrongTypeThenItSaysWhatToGive(String setting, String fault) throws Exception {
		assertThat(faults(LEAST + "  " + setting)).containsExactly(fault);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					authentication: {throttle: {user-tries: 1}} | campanile.authentication.throttle.user-tries (application.yaml:6): must be greater than or equal to 2, but is "1"
					factors: {external: {max-concurrent: 0}} | campanile.factors.external.max-concurrent (application.yaml:6): must be greater than or equal to 1, but is "0"
					identity: {contacts: [{email: nobody}]} | campanile.identity.contacts[0].email (application.yaml:6): must be a well-formed email address, but is "nobody"
					identity: {error-url: "http://a.example"} | campanile.identity.error-url (application.yaml:6): 'http://a.example' is not the URL of an https page
					identity: {entity-attributes: {"[urn:x]": [a], assurance: [b]}} | campanile.identity.entity-attributes.assurance
					identity: {display-names: {en: ""}} | campanile.identity.display-names.en
					metadata: {poll-interval: 1ms} | campanile.metadata.poll-interval (application.yaml:6): must be at least 100ms
					session: {idle-timeout: 20h} | campanile.session.idle-timeout (application.yaml:6): PT20H is longer than campanile.session.lifetime
					requests: {validity: 3d} | campanile.requests.validity (application.yaml:6): PT72H is not between zero and a day
					mail: {host: smtp.example.edu, security: none, from: a@example.edu} | campanile.mail.security (application.yaml:6): none, but smtp.example.edu is another machine
					scopes: ["@example.edu"] | campanile.scopes (application.yaml:6): "@example.edu" is not a domain name
					entity-id: idp | campanile.entity-id (application.yaml:6): "idp" is not a URI
					http: {trusted-proxies: [proxy]} | campanile.http.trusted-proxies (application.yaml:6): "proxy" is neither an address nor a CIDR range
					credentials: {signing: ../key.pem} | campanile.credentials.signing (application.yaml:6): "../key.pem" is not the name of a PEM file
					name-id: {email-source: emial} | campanile.name-id.email-source (application.yaml:6): there is no attribute 'emial'
					name-id: {persistent-salt: short} | campanile.name-id.persistent-salt (application.yaml:6): no usable salt
					release: {bundles: [research-and-scolarship]} | campanile.release.bundles[0] (application.yaml:6): there is no bundle 'research-and-scolarship'
					release: {rules: [{services: ["*"], attributes: [mial]}]} | campanile.release.rules[0].attributes (application.yaml:6): there is no attribute 'mial'
					services: [{match: "https://a.example", release: [campusCard]}] | campanile.services[0].release (application.yaml:6): there is no attribute 'campusCard'
					services: [{match: "https://a.example", name-id-source: mial}] | campanile.services[0].name-id-source (application.yaml:6): there is no attribute 'mial'
					services: [{match: "https://a.example", name-id-formats: ["urn:x:a"]}, {match: "https://b.example", name-id-source: mail}] | campanile.services[0].name-id-formats (application.yaml:6): no identifier can be made in the format urn:x:a; name the attribute with its value in campanile.services[0].name-id-source
					attributes: {definitions: {card: {type: regex}}} | campanile.attributes.definitions.card.pattern (application.yaml:6): type regex needs it
					attributes: {definitions: {eppn: {type: scoped, source: uid, scope: exmaple.edu}}} | campanile.attributes.definitions.eppn.scope (application.yaml:6): 'exmaple.edu' is not among campanile.scopes, so services would drop its values; add it there
					branding: {name: "${NO_SUCH_VARIABLE}"} | campanile.branding.name (application.yaml:6): the environment variable NO_SUCH_VARIABLE is not set
					branding: {logo: none.exe} | campanile.branding.logo (application.yaml:6): 'none.exe' is neither
					authentication: {mode: direct-bind} | campanile.authentication.dn-template: missing
					""")
	void whenAValueIsOutOfBoundsThenKeyPlaceAndReason(String setting, String fault) throws Exception {
		assertThat(faults(LEAST + "  " + setting)).singleElement()
			.asString()
			.startsWith(fault.substring(0, fault.indexOf(" (") < 0 ? fault.length() : fault.indexOf(" (")));
		assertThat(String.join("\n", faults(LEAST + "  " + setting)))
			.contains(fault.substring(fault.indexOf("): ") < 0 ? 0 : fault.indexOf("): ") + 3));
	}

	@Test
	void whenAScopeIsMisspeltThenTheMeantOneIsNamed() throws Exception {
		String card = "  scopes: [example.edu]\n  attributes: {definitions: {a: {type: subject-id, source: uid, scope: %s}}}\n";
		assertThat(faults(LEAST + card.formatted("exmaple.edu"))).singleElement()
			.asString()
			.endsWith("; did you mean 'example.edu'?");
		assertThat(faults(LEAST + card.formatted("Example.edu"))).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "persistent-algorithm: shibboleth", "pairwise-algorithm: shibboleth-base32" })
	void whenShibbolethsIdentifiersAreKeptWithoutItsSaltThenItIsAskedFor(String setting) throws Exception {
		assertThat(faults(LEAST + "  name-id: {" + setting + "}\n")).singleElement()
			.asString()
			.startsWith("campanile.name-id.persistent-salt: missing, though " + setting.replace(": ", " is "));
	}

	@Test
	void whenTheSaltIsGoneAndItsKeysAreNotThenItIsNotMadeAnew() throws Exception {
		Path credentials = Files.createDirectories(home.resolve("credentials"));
		Files.writeString(credentials.resolve("signing.pem"), "brought along before the first start");
		assertThat(faults(LEAST)).isEmpty();
		Files.writeString(credentials.resolve("sealing-0001.key"), "made by the first start");
		assertThat(faults(LEAST)).singleElement()
			.asString()
			.startsWith("credentials/persistent-id.salt: missing, though the sealing keys beside it are not");
		assertThat(faults(LEAST + "  name-id: {persistent-salt: 0123456789abcdef}\n")).isEmpty();
		Files.writeString(credentials.resolve("persistent-id.salt"), "restored");
		assertThat(faults(LEAST)).isEmpty();
	}

	@Test
	void whenADurationIsNothingThenItNeedsNoUnit() throws Exception {
		assertThat(faults(LEAST + "  authentication: {failure-step: 0}\n")).isEmpty();
	}

	@Test
	void whenThereAreManyFaultsThenAllAreReportedOnce() throws Exception {
		List<String> faults = faults("""
				campanile:
				  base-url: http://login.example.edu/idp
				  entity-idd: x
				  scopes: ["@a", example.edu]
				  ldap:
				    urls: [ldaps://ldap.example.edu, http://other.example.edu]
				    connect-timeout: soon
				    search-pool-size: 0
				    bind-dn: cn=campanile
				    user-filter: (uid=alice)
				  session: {idle-timeout: 0s, login-timeout: never}
				  release:
				    bundles: [everything]
				    rules:
				      - services: ["*"]
				        attributes: [mial, snn]
				sevrer:
				  port: 1
				""");
		assertThat(faults).extracting(line -> line.split("[ :]", 2)[0])
			.containsExactlyInAnyOrder("sevrer.port", "campanile.entity-idd", "campanile.base-url", "campanile.scopes",
					"campanile.ldap.urls", "campanile.ldap.user-filter", "campanile.ldap.base-dn",
					"campanile.ldap.connect-timeout", "campanile.ldap.search-pool-size", "campanile.ldap.bind-password",
					"campanile.session.idle-timeout", "campanile.session.login-timeout",
					"campanile.release.bundles[0]");
		assertThat(faults).allSatisfy(line -> assertThat(line).doesNotContain("\n").contains(": "));
	}

	@Test
	void whenACertificateFileIsRelativeThenItIsLookedForInTheHome() throws Exception {
		String yaml = LEAST + "    trusted-certificates: ca.pem\n";
		assertThat(faults(yaml)).singleElement()
			.asString()
			.startsWith("campanile.ldap.trusted-certificates (application.yaml:6): " + home.resolve("ca.pem")
					+ " cannot be read");
		Files.writeString(home.resolve("ca.pem"), "no certificate");
		assertThat(faults(yaml)).singleElement()
			.asString()
			.startsWith("campanile.ldap.trusted-certificates (application.yaml:6): ")
			.contains("cannot be used");
	}

	@ParameterizedTest
	@ValueSource(strings = { "secret-of-ours-1", "" })
	void whenASecretIsInvolvedThenItIsNotShown(String secret) throws Exception {
		assertThat(faults(LEAST + "    bind-password: \"" + secret + "\"\n")).singleElement()
			.asString()
			.doesNotContain("secret-of-ours");
	}

	@Test
	void whenTheEnvironmentHasAValueThenItsPlaceIsTheVariable() throws Exception {
		assertThat(TestConfigurations.check(home, LEAST, "CAMPANILE_SESSION_LIFETIME", "soon")).singleElement()
			.asString()
			.startsWith("campanile.session.lifetime (System Environment Property \"CAMPANILE_SESSION_LIFETIME\"): ");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			CAMPANILE_LDAP_BASEDNN           | x | unknown key; did you mean CAMPANILE_LDAP_BASEDN?
			CAMPANILE_LDAP_BASE_DNN          | x | unknown key; did you mean CAMPANILE_LDAP_BASEDN?
			campanile_ldap_basednn           | x | unknown key; did you mean CAMPANILE_LDAP_BASEDN?
			CAMPANILE_LDPA_URLS              | x | unknown key; did you mean CAMPANILE_LDAP_URLS?
			CAMPANILE_BASURL                 | x | unknown key; did you mean CAMPANILE_BASEURL?
			CAMPANILE_SERVICES_0_ENCRIPTION  | x | unknown key; did you mean campanile.services[0].encryption?
			CAMPANILE_LDAP_WIBBLE            | x | unknown key; docs/configuration.md lists all
			CAMPANILE_LDAP                   | x | is a group of settings and takes no value
			""")
	void whenAVariableLooksLikeAMisspeltSettingThenTheMeantOneIsNamed(String name, String value, String fault)
			throws Exception {
		assertThat(TestConfigurations.check(home, LEAST, name, value)).first()
			.asString()
			.startsWith(name + " (System Environment Property \"" + name + "\"): " + fault);
	}

	@ParameterizedTest
	@CsvSource({ "CAMPANILE_HOME, /srv/campanile", "CAMPANILE_JAVA_OPTS, -Dcampanile.debug=true",
			"CAMPANILE_JVM_DIRS, /opt", "CAMPANILE_X, 1", "CAMPANILE_VERSION, 1.2", "CAMPANILE_IMAGE_TAG, latest",
			"CAMPANILE_HOST, a", "CAMPANILE_PORT, tcp://10.0.0.1:8080", "CAMPANILE_SERVICE_HOST, 10.0.0.1",
			"CAMPANILE_SERVICE_PORT_HTTP, 8080", "CAMPANILE_PORT_8080_TCP_ADDR, 10.0.0.1",
			"CAMPANILE_LDAP_SERVICE_HOST, 10.0.0.1", "CAMPANILE_LDAP_PORT_636_TCP, tcp://10.0.0.1:636",
			"CAMPANILE_SESSION_LIFETIME, 8h", "CAMPANILE_SESSION_IDLE_TIMEOUT, 1h", "CAMPANILE_SCOPES_0, example.edu",
			"CAMPANILE_SERVICES_0_MATCH, https://a.example", "CAMPANILEX, 1", "CAMPANILE_, 1", "_CAMPANILE, 1",
			"_, /usr/bin/env", "__, 1" })
	void whenAVariableIsASettingOrMeansNoneOfOursThenNoFault(String name, String value) throws Exception {
		assertThat(TestConfigurations.check(home, LEAST, name, value)).isEmpty();
	}

	@Test
	void whenAFileRefersToAVariableThenItsNameIsFree() throws Exception {
		assertThat(TestConfigurations.check(home,
				LEAST + "    bind-dn: cn=a\n    bind-password: ${CAMPANILE_LDAP_PASSWORD}\n", "CAMPANILE_LDAP_PASSWORD",
				"secret"))
			.isEmpty();
	}

	private List<String> faults(String yaml) throws Exception {
		return TestConfigurations.check(home, yaml);
	}

}
