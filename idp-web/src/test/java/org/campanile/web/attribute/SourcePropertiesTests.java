package org.campanile.web.attribute;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.springframework.mock.env.MockEnvironment;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSources;
import org.campanile.web.config.HomeReport;
import org.campanile.web.config.TestConfigurations;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the configuration of attribute sources and its check. */
class SourcePropertiesTests {

	private static final String SOUND = """
			campanile:
			  ldap: {urls: "ldap://127.0.0.1:1", base-dn: "dc=example,dc=edu"}
			  scopes: [example.edu]
			  attributes:
			    definitions:
			      costCenter: {from: [hr]}
			      phone: {from: [crm, ldap], merge: all}
			    sources:
			      hr:
			        on-failure: refuse
			        sql:
			          url: jdbc:postgresql://db.example.edu/hr
			          username: campanile
			          password: s3cret-of-hr
			          query: SELECT cc AS "costCenter" FROM staff WHERE uid = :username
			          attributes: [costCenter]
			      crm:
			        timeout: 1s
			        cache: {enabled: true, time-to-live: 10m}
			        http:
			          url: https://crm.example.edu/people/{username}
			          token: s3cret-of-crm
			          attributes: {phone: /contact/phone}
			      second:
			        ldap:
			          urls: [ldaps://ldap.second.example]
			          base-dn: dc=second,dc=example
			          attributes: [mail]
			""";

	@TempDir
	Path home;

	@Test
	void whenAllIsSoundThenNoFault() throws Exception {
		assertThat(TestConfigurations.check(home, SOUND)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					on-failure: refuse | on-failure: ignore | campanile.attributes.sources.hr.on-failure (application.yaml:10): "ignore" is none of refuse, omit
					on-failure: refuse | on-failrue: refuse | campanile.attributes.sources.hr.on-failrue (application.yaml:10): unknown key; did you mean
					query: SELECT cc AS "costCenter" FROM staff WHERE uid = :username | qery: x | campanile.attributes.sources.hr.sql.qery (application.yaml:15): unknown key; did you mean
					:username | 'alice' | campanile.attributes.sources.hr.sql.query (application.yaml:15): it asks for nobody in particular; compare something with :username
					SELECT cc | DELETE cc | campanile.attributes.sources.hr.sql.query (application.yaml:15): only a SELECT is accepted
					jdbc:postgresql | jdbc:nothing | campanile.attributes.sources.hr.sql.url (application.yaml:12): there is no JDBC driver for it; put the driver's jar into lib/
					jdbc:postgresql | postgresql | campanile.attributes.sources.hr.sql.url (application.yaml:12): a JDBC URL is missing
					timeout: 1s | timeout: 1m | campanile.attributes.sources.crm.timeout (application.yaml:18): 60000 ms is not possible; set more than 0 and at most 10s
					timeout: 1s | max-concurrent: 0 | campanile.attributes.sources.crm.max-concurrent (application.yaml:18): must be greater than or equal to 1
					time-to-live: 10m | time-to-live: 0s | campanile.attributes.sources.crm.cache.time-to-live (application.yaml:19): must be positive
					https://crm | http://crm | campanile.attributes.sources.crm.http.url (application.yaml:21): 'http://crm.example.edu/people/{username}' is not https
					jdbc:postgresql://db | jdbc:postgresql://me:s3cret@db | campanile.attributes.sources.hr.sql.url (application.yaml:12): contains a password, which logs would show; set username and password
					example.edu/hr | example.edu/hr?user=me&password=s3cret | campanile.attributes.sources.hr.sql.url (application.yaml:12): contains a password, which logs would show; set username and password
					https://crm | https://me:s3cret@crm | campanile.attributes.sources.crm.http.url (application.yaml:21): 'https://…@crm.example.edu/people/{username}' is not of the form https://host/path/{username}, without user and fragment; set username and password
					https://crm | https://me:s3cret%@crm | campanile.attributes.sources.crm.http.url (application.yaml:21): 'https://…@crm.example.edu/people/{username}' is not a URL
					ldaps://ldap.second | ldaps://me:s3cret@ldap.second | campanile.attributes.sources.second.ldap.urls (application.yaml:26): 'ldaps://…@ldap.second.example' is not of the form
					people/{username} | people | campanile.attributes.sources.crm.http.url (application.yaml:21): 'https://crm.example.edu/people' asks for nobody in particular
					crm.example.edu/ | {mail}.example.edu/ | campanile.attributes.sources.crm.http.url (application.yaml:21): 'https://{mail}.example.edu/people/{username}': the host cannot come from the user
					token: s3cret-of-crm | username: campanile | campanile.attributes.sources.crm.http.password
					/contact/phone | contact/phone | campanile.attributes.sources.crm.http.attributes.phone (application.yaml:23): 'contact/phone' is no JSON pointer
					urls: [ldaps://ldap.second.example] | urls: [] | campanile.attributes.sources.second.ldap.urls
					base-dn: dc=second,dc=example | base-dn: second | campanile.attributes.sources.second.ldap.base-dn (application.yaml:27): 'second' is not a distinguished name
					from: [hr] | from: [hrr] | campanile.attributes.definitions.costCenter.from (application.yaml:6): there is no source hrr; use one of crm, hr, ldap, second
					from: [hr] | from: [crm] | campanile.attributes.definitions.costCenter.from (application.yaml:6): nobody there provides costCenter
					attributes: [mail] | attributes: [shoeSize] | campanile.attributes.sources.second (application.yaml:26): no definition reads shoeSize of it
					attributes: [mail] | search-scope: subtree | campanile.attributes.sources.second.ldap (application.yaml:26): names no attributes
					attributes: [costCenter] | pool-size: 0 | campanile.attributes.sources.hr.sql.pool-size (application.yaml:16): must be greater than or equal to 1
					attributes: [costCenter] | pool-size: many | campanile.attributes.sources.hr.sql.pool-size (application.yaml:16): "many" cannot be read; give a whole number
					sql: | sqll: | campanile.attributes.sources.hr.sqll
					merge: all | merge: both | campanile.attributes.definitions.phone.merge (application.yaml:7): "both" is none of first, all
					second: | ldap: | campanile.attributes.sources.ldap
					""")
	void whenSomethingIsWrongThenTheKeyTheReasonAndTheRemedy(String good, String bad, String fault) throws Exception {
		assertThat(SOUND).contains(good);
		assertThat(TestConfigurations.check(home, SOUND.replace(good, bad))).isNotEmpty()
			.anySatisfy(line -> assertThat(line).startsWith(fault))
			.allSatisfy(line -> assertThat(line).doesNotContain("s3cret"));
	}

	@Test
	void whenADefinitionWithFromReadsABuiltInAttributeOfASourceThenNoFault() throws Exception {
		assertThat(
				TestConfigurations.check(home,
						SOUND.replace("costCenter: {from: [hr]}",
								"costCenter: {from: [hr]}\n      isMemberOf: {source: mail, from: [second]}")))
			.isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			{source: phone, from: [hr]} | from | phone
			{source: phone, merge: all} | merge | phone
			{type: template, template: "{principal} {phone}", from: [hr]} | from | principal, phone
			""")
	void whenADefinitionWithFromReadsDefinitionsAloneThenThatIsAFault(String definition, String key, String read)
			throws Exception {
		assertThat(TestConfigurations.check(home,
				SOUND.replace("costCenter: {from: [hr]}", "costCenter: {from: [hr]}\n      card: " + definition)))
			.singleElement()
			.asString()
			.startsWith("campanile.attributes.definitions.card." + key + " (application.yaml:7): it reads only " + read
					+ ", which are made as their own definitions say; remove it");
	}

	@Test
	void whenNoDefinitionMayReadASourceThenThatIsAFaultThoughABuiltInOneOnceDid() throws Exception {
		assertThat(TestConfigurations.check(home,
				SOUND.replace("costCenter: {from: [hr]}", "costCenter: {from: [hr]}\n      mail: {from: [ldap]}")))
			.singleElement()
			.asString()
			.startsWith("campanile.attributes.sources.second")
			.contains("no definition reads mail of it");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					employeeNumber  | "*"                  |
					entryDN         | mail                 |
					mail            | mail                 |
					EMPLOYEENUMBER  | employeeNumber       |
					uid             | mail                 |
					campusCardOfUs  | "*"                  |
					employeeNumber  | mail                 | fault: campanile.attributes.sources.hr.sql: it asks for 'employeeNumber' of the user, which campanile.ldap.attributes does not ask the directory for; add it there
					mial            | mail                 | fault: campanile.attributes.sources.hr.sql: it asks for 'mial' of the user, which campanile.ldap.attributes does not ask the directory for; add it there; did you mean 'mail'?
					principal       | "*"                  | fault: campanile.attributes.sources.hr.sql: it asks for 'principal' of the user, which is no attribute of the directory; write username
					employeeNumbr   | "*"                  | warning: campanile.attributes.sources.hr.sql: it asks for 'employeeNumbr' of the user, and nothing known is called so; did you mean 'employeeNumber'?
					card            | "*"                  | warning: campanile.attributes.sources.hr.sql: it asks for 'card' of the user's entry, not for what the definition of that name makes
					""")
	void whenNoEntryCanHaveAParameterThenThatIsSaid(String parameter, String attributes, String line) throws Exception {
		HomeReport report = TestConfigurations.checkHome(home,
				SOUND.replace(":username", ':' + parameter)
					.replace("base-dn: \"dc=example,dc=edu\"",
							"base-dn: \"dc=example,dc=edu\", attributes: [" + attributes + "]")
					.replace("definitions:", "definitions:\n      card: {source: mail}"));
		assertThat(Stream
			.concat(report.faults().stream().map(fault -> "fault: " + fault),
					report.warnings().stream().map(warning -> "warning: " + warning))
			.filter(found -> found.contains("campanile.attributes.sources.")))
			.containsExactlyElementsOf(line == null ? List.of() : List.of(line));
	}

	@Test
	void whenADirectoryIsReachedWithoutEncryptionThenTheServerWarnsAtItsStart() {
		MockEnvironment environment = new MockEnvironment()
			.withProperty("campanile.attributes.sources.second.ldap.urls", "ldap://ldap.second.example")
			.withProperty("campanile.attributes.sources.second.ldap.base-dn", "dc=second,dc=example")
			.withProperty("campanile.attributes.sources.second.ldap.attributes", "mail");
		Logger logger = (Logger) LoggerFactory.getLogger(AttributesConfiguration.class);
		// A command run by another test may have switched logging off.
		logger.setLevel(Level.WARN);
		try (LogLines log = LogLines.warnings();
				AttributeSources sources = new AttributesConfiguration().attributeSources(environment,
						new HomeFolder(home), InstantSource.system(), new SimpleMeterRegistry())) {
			assertThat(sources.all()).hasSize(1);
			assertThat(log.lines())
				.containsExactly("campanile.attributes.sources.second.ldap.urls: what is said of users "
						+ "cross the network in clear; use ldaps:// or start-tls: true");
		}
		finally {
			logger.setLevel(null);
		}
	}

	@Test
	void whenASourceIsOfNoKindOrTwoThenThatIsSaid() throws Exception {
		String none = SOUND.replace("    sources:\n", "    sources:\n      empty: {on-failure: omit}\n");
		assertThat(TestConfigurations.check(home, none)).singleElement()
			.asString()
			.startsWith("campanile.attributes.sources.empty")
			.contains("a source is one of ", "http, ldap, sql; give exactly one of these groups");
		String two = SOUND.replace("        sql:\n",
				"        http: {url: \"https://x.example.edu/{username}\", attributes: {costCenter: /a}}\n        sql:\n");
		assertThat(TestConfigurations.check(home, two)).singleElement()
			.asString()
			.startsWith("campanile.attributes.sources.hr")
			.contains("exactly one");
	}

}
