package org.campanile.web.access;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.web.config.TestConfigurations;

import static org.assertj.core.api.Assertions.assertThat;

class AccessPropertiesTests {

	private static final String SOUND = """
			campanile:
			  base-url: https://login.example.edu/idp
			  scopes: example.edu
			  ldap: {urls: ["ldaps://ldap.example.edu"], base-dn: "dc=example,dc=edu"}
			  access:
			    time-zone: Europe/Berlin
			    rules:
			      - name: laboratory
			        effect: deny
			        protocols: [saml]
			        services: ["https://lab.example.edu/sp"]
			        services-matching: "https://.*"
			        categories: [research-and-scholarship]
			        hosts: ["*.lab.example.edu"]
			        paths: ["/private"]
			        paths-matching: "/x/.*"
			        methods: [get]
			        when: {networks: [10.0.0.0/8], days: [monday], from: "08:00", to: "18:00"}
			        unless:
			          attributes: {mail: [a@example.edu]}
			          all-of: {eduPersonEntitlement: [urn:x]}
			          matching: {eduPersonPrincipalName: ".*@example\\\\.edu"}
			          groups: [lab]
			          affiliations: [staff]
			          dn-suffixes: ["ou=lab,dc=example,dc=edu"]
			          authn-classes: ["https://refeds.org/profile/mfa"]
			          authn-max-age: 1h
			        missing: Members of the laboratory only.
			        missing-in: {de: Nur die Arbeitsgruppe.}
			        contact: lab@example.edu
			      - effect: step-up
			        step-up-classes: ["https://refeds.org/profile/mfa"]
			        step-up-max-age: 15m
			""";

	@TempDir
	Path home;

	@Test
	void whenAllIsSoundThenNoFault() throws Exception {
		assertThat(TestConfigurations.check(home, SOUND)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			effect: deny | effect: forbid | rules[0].effect (application.yaml:9): "forbid" is none of permit, deny, step-up
			- effect: step-up | - protocols: [saml] | rules[1].effect
			effect: deny | effect: permit | rules[0].missing, .contact: they are for effect: deny alone
			- effect: step-up | - effect: permit | rules[1].step-up-classes, .step-up-max-age: they are for effect: step-up alone
			15m | 10s | rules[1].step-up-max-age (application.yaml:34): must be at least a minute
			"https://.*" | "(" | rules[0].services-matching (application.yaml:12): '(' is not a regular expression
			[research-and-scholarship] | [research] | rules[0].categories (application.yaml:13): 'research' is neither a known category nor a URI
			"*.lab.example.edu" | "https://lab.example.edu" | rules[0].hosts (application.yaml:14): 'https://lab.example.edu' is no host
			"*.lab.example.edu" | "lab*.example.edu" | rules[0].hosts
			["/private"] | ["private"] | rules[0].paths (application.yaml:15): 'private' is no beginning of a path
			["/private"] | ["/private/*"] | rules[0].paths
			["/private"] | ["/a/../b"] | rules[0].paths
			"/x/.*" | "/x/(?=a)" | rules[0].paths-matching (application.yaml:16)
			[get] | ["get it"] | rules[0].methods (application.yaml:17)
			10.0.0.0/8 | 10.0.0.5/8 | rules[0].when.networks (application.yaml:18): "10.0.0.5/8" has bits behind its prefix
			10.0.0.0/8 | campus | rules[0].when.networks (application.yaml:18): "campus" is neither an address nor a CIDR range
			[monday] | [mon] | rules[0].when.days
			"08:00" | "8 am" | rules[0].when.from (application.yaml:18): '8 am' is no time of day
			"18:00" | "08:00" | rules[0].when.to (application.yaml:18): it is the same as from
			Europe/Berlin | Europe/Bonn | time-zone (application.yaml:6): 'Europe/Bonn' is no time zone
			{networks: [10.0.0.0/8], days: [monday], from: "08:00", to: "18:00"} | {time-zone: Europe/Berlin} | rules[0].when.time-zone (application.yaml:18): there are no days or times
			{mail: [ | {mial: [ | rules[0].unless.attributes (application.yaml:20): there is no attribute 'mial'
			[urn:x] | [] | rules[0].unless.all-of.eduPersonEntitlement
			eduPersonPrincipalName: ".* | eduPersonPrincipleName: ".* | rules[0].unless.matching (application.yaml:22): there is no attribute 'eduPersonPrincipleName'
			groups: [lab] | groups: [""] | rules[0].unless.groups
			"ou=lab,dc=example,dc=edu" | "lab" | rules[0].unless.dn-suffixes (application.yaml:25): 'lab' is no distinguished name
			time-zone: Europe/Berlin | group-attribute: isMemberOff | group-attribute (application.yaml:6): there is no attribute 'isMemberOff'
			time-zone: Europe/Berlin | order: most-specific | rules[0].when.time-zone (application.yaml:18): days and times need one
			{de: | {deutsch und mehr: | rules[0].missing-in
			contact: lab@example.edu | contact: "javascript:alert(1)" | rules[0].contact (application.yaml:30): 'javascript:alert(1)' is neither
			contact: lab@example.edu | contact: "lab@example.edu?bcc=evil@example.org" | rules[0].contact
			methods: [get] | method: [get] | rules[0].method (application.yaml:17): unknown key; did you mean
			""")
	void whenSomethingIsWrongThenTheKeyTheReasonAndTheRemedy(String good, String bad, String fault) throws Exception {
		assertThat(SOUND).contains(good);
		assertThat(TestConfigurations.check(home, SOUND.replace(good, bad == null ? "" : bad)))
			.anySatisfy(line -> assertThat(line).startsWith("campanile.access." + fault));
	}

	@Test
	void whenARuleNamesAServiceOrProtocolThatNobodyKnowsThenAWarning() throws Exception {
		assertThat(TestConfigurations.checkHome(home, SOUND.replace("[saml]", "[saml, smal]")).warnings()).contains(
				"campanile.access.rules[0].services: no service is called https://lab.example.edu/sp",
				"campanile.access.rules[0].protocols: there are no services of a protocol 'smal'; did you mean 'saml'?");
	}

}
