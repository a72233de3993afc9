package org.campanile.web.management;

import java.net.http.HttpRequest.BodyPublishers;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.saml.nameid.NameId;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.web.management.AdministeredIdp.Answer;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the import of persistent identifiers on the management port. */
@Timeout(120)
class PersistentIdImportTests {

	@AutoClose
	private static AdministeredIdp admin;

	private LogLines audit;

	@BeforeAll
	static void start() {
		admin = new AdministeredIdp("campanile.name-id.persistent=stored",
				"campanile.name-id.persistent-source=employeeNumber",
				"campanile.ldap.user-filter=(|(uid={user})(mail={user}))", "campanile.services[0].pattern=.*",
				"campanile.services[0].name-id-formats=" + NameId.PERSISTENT);
	}

	@BeforeEach
	void listen() {
		audit = LogLines.audit();
	}

	@AfterEach
	void recover() {
		audit.close();
		admin.identifiers.down(false);
	}

	@Test
	void whenAnIdentifierIsImportedThenTheNextSignOnHasItAndASecondImportChangesNothing() {
		String content = of("ALICE", admin.wiki, "alice's old one").replace("{", "{\"by\":\"desk\",");
		assertThat(post(content).body()).isEqualTo("{\"stored\":true}");
		assertThat(audit.lines()).containsExactly("event=IDENTIFIER_IMPORTED code=OK user=alice service="
				+ admin.wiki.entityId() + " reason=ADMINISTRATOR by=desk");
		audit.forget();
		assertThat(post(of("alice", admin.wiki, "alice's old one")).body()).isEqualTo("{\"stored\":false}");
		assertThat(audit.lines()).isEmpty();
		Answer found = admin.get("/persistentids", "service", admin.wiki.entityId(), "value", "alice's old one");
		assertThat(found.text("person")).as("of campanile.name-id.persistent-source").isEqualTo("1001");
		assertThat(found.text("principal")).isEqualTo("alice");
		assertThat(admin.signOn(new Browser(), admin.wiki, "alice").nameId().value()).isEqualTo("alice's old one");
	}

	@Test
	void whenAnotherIsActiveOrTheValueIsAnothersThenRefusedAndNothingIsReplaced() {
		String first = admin.signOn(new Browser(), admin.mail, "bob").nameId().value();
		audit.forget();
		Answer second = post(of("bob", admin.mail, "bob's old one"));
		assertThat(second.status()).isEqualTo(409);
		assertThat(second.text("error")).contains("another identifier of the user is active");
		Answer taken = post(of("carol", admin.mail, first));
		assertThat(taken.status()).isEqualTo(409);
		assertThat(taken.text("error")).contains("was issued at that service before");
		assertThat(post(revoked(admin.mail, first)).status()).as("active").isEqualTo(409);
		assertThat(audit.lines()).isEmpty();
		assertThat(admin.signOn(new Browser(), admin.mail, "bob").nameId().value()).isEqualTo(first);
		assertThat(admin.signOn(new Browser(), admin.mail, "carol").nameId().value()).isNotEqualTo(first);
	}

	@Test
	void whenARevokedOneIsImportedThenNobodyCanHaveIt() {
		assertThat(post(revoked(admin.wiki, "a revoked one")).body()).isEqualTo("{\"stored\":true}");
		assertThat(audit.lines()).containsExactly("event=IDENTIFIER_REVOKED code=OK service=" + admin.wiki.entityId()
				+ " reason=ADMINISTRATOR by=administrator");
		assertThat(post(revoked(admin.wiki, "a revoked one")).body()).isEqualTo("{\"stored\":false}");
		assertThat(admin.get("/persistentids", "service", admin.wiki.entityId(), "value", "a revoked one").status())
			.isEqualTo(404);
		assertThat(post(of("carol", admin.wiki, "a revoked one")).status()).isEqualTo(409);
	}

	@Test
	void whenTheNameIsOnlyAnAliasThenNothingIsStored() {
		Browser browser = new Browser();
		assertThat(browser
			.login(browser.open(admin.mail.redirect(admin.idp, AuthnRequestOptions.PLAIN).url()), "grace@example.edu",
					"grace-demo")
			.formWith("SAMLResponse")).as("a login with the alias").isPresent();
		audit.forget();
		assertThat(post(of("grace@example.edu", admin.wiki, "of somebody before")).status()).isEqualTo(404);
		assertThat(audit.lines()).isEmpty();
		assertThat(post(of("grace", admin.wiki, "of somebody before")).status()).isEqualTo(200);
	}

	@Test
	void whenThePersonIsGivenThenTheDirectoryIsNotAsked() {
		String gone = "{\"principal\":\"gone\",\"person\":\"9999\",\"service\":\"urn:service\",\"value\":\"gone's\"}";
		assertThat(post(gone.replace("\"person\":\"9999\",", "")).status()).isEqualTo(404);
		assertThat(post(gone).status()).isEqualTo(200);
		Answer found = admin.get("/persistentids", "person", "9999");
		assertThat(found.text("identifiers", 0, "principal")).isEqualTo("gone");
		assertThat(found.text("identifiers", 0, "value")).isEqualTo("gone's");
	}

	@ParameterizedTest
	@ValueSource(strings = { "'principal':'dora','value':'v'", "'principal':'dora','service':'s'",
			"'service':'s','value':'v'", "'principal':' ','service':'s','value':'v'",
			"'principal':'dora','person':'','service':'s','value':'v'", "'principal':'dora','service':' ','value':'v'",
			"'principal':'dora','service':'s','value':''", "'principal':'dora','service':'s','value':' v'",
			"'principal':'dora','service':'s','value':'a\\nb'", "'principal':'dora','service':'s','value':'a\\u0000b'",
			"'principal':'dora','service':'s','value':'a\\ud800b'" })
	void whenSomethingIsMissingOrNoValueThenRefused(String content) {
		assertThat(post('{' + content.replace('\'', '"') + '}').status()).isEqualTo(400);
		assertThat(admin.get("/persistentids", "person", "1012").size("identifiers")).isZero();
	}

	@Test
	void whenAValueIsLongThenUpTo256Characters() {
		assertThat(post(of("sam", admin.wiki, "x".repeat(257))).status()).isEqualTo(400);
		assertThat(post(of("sam", admin.wiki, "x".repeat(256))).status()).isEqualTo(200);
	}

	@Test
	void whenTheStoreIsDownThenItIsSaid() {
		admin.identifiers.down(true);
		assertThat(post(of("lorenz", admin.wiki, "v")).status()).isEqualTo(503);
		assertThat(post(revoked(admin.wiki, "v")).status()).isEqualTo(503);
		assertThat(audit.lines()).isEmpty();
	}

	private static String of(String principal, ForeignService service, String value) {
		return "{\"principal\":\"%s\",\"service\":\"%s\",\"value\":\"%s\"}".formatted(principal, service.entityId(),
				value);
	}

	private static String revoked(ForeignService service, String value) {
		return "{\"service\":\"%s\",\"value\":\"%s\",\"revoked\":\"true\"}".formatted(service.entityId(), value);
	}

	private static Answer post(String content) {
		return AdministeredIdp.send(admin.request("/persistentids")
			.header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(content))
			.build());
	}

}
