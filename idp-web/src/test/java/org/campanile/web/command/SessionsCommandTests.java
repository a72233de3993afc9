package org.campanile.web.command;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.campanile.audit.AuditEvent;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.web.audit.AuditListener;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests {@code campanile sessions} against a running server. */
class SessionsCommandTests {

	private static final String NONE = " has no session. Give the canonical name, as user= in the audit log.\n";

	private static final List<AuditEvent> AUDITED = new CopyOnWriteArrayList<>();

	@AutoClose
	private static TestIdp idp;

	private static ForeignService wiki;

	@BeforeAll
	static void start() throws Exception {
		Path home = TestIdp.newHome();
		wiki = ForeignService
			.at("wiki.example.org", InstantSource.system(),
					service -> service.withAuthnRequestsSigned(false).withoutEncryptionKey())
			.registered(home);
		idp = TestIdp.start(home, context -> context.registerBean(AuditListener.class, () -> AUDITED::add));
		Files.writeString(home.resolve("application.yaml"),
				"campanile:\n  base-url: " + idp.baseUrl()
						+ "\n  ldap: {urls: \"ldap://127.0.0.1:1\", base-dn: \"dc=example,dc=edu\"}\n"
						+ "management.server.port: " + URI.create(idp.managementUrl()).getPort() + "\n");
	}

	@Test
	void whenAPersonHasSessionsThenListedAndEnded() {
		signOn("alice");
		signOn("alice");
		Output listed = sessions("alice");
		assertThat(listed.err()).isEmpty();
		assertThat(listed.code()).isZero();
		assertThat(listed.out().lines()).hasSize(7).first().isEqualTo("alice has 2 sessions. Times are UTC.");
		assertThat(listed.out()).containsPattern("\nbegun 20[0-9-]+ [0-9:]+, authenticated 20[0-9-]+ [0-9:]+, ends ")
			.containsPattern(", in the audit log session=[0-9a-f]{16}\n")
			.containsPattern("\n  20[0-9-]+ [0-9:]+  Service at wiki.example.org \\(" + wiki.entityId() + "\\)\n");
		assertThat(sessions("alice", "--limit", "1").out()).startsWith("alice has more than 1 session.");
		assertThat(sessions("alice", "--json").out()).startsWith("{\"principal\":\"alice\",\"sessions\":[{\"session\"");
		Output ended = sessions("alice", "--end");
		assertThat(ended.code()).isZero();
		assertThat(ended.out()).isEqualTo("2 sessions of alice have ended.\n"
				+ "These services could not be notified; each keeps its own session until that expires:\n"
				+ "  Service at wiki.example.org (" + wiki.entityId() + ")\n");
		assertThat(sessions("alice").out()).isEqualTo("alice" + NONE);
	}

	@Test
	void whenACommandAsksOrEndsThenTheAuditLogNamesTheAccountThatRanIt() {
		signOn("alice");
		AUDITED.clear();
		sessions("alice");
		sessions("alice", "--end");
		String home = idp.home().toString();
		assertThat(Output.of("explain", "--home", home, "--running", "alice", wiki.entityId()).code()).isZero();
		String by = " by " + System.getProperty("user.name");
		assertThat(AUDITED).filteredOn(event -> "ADMINISTRATOR".equals(event.fields().get("reason")))
			.extracting(event -> event.type() + " by " + event.fields().get("by"))
			.containsExactly("PERSON_VIEWED" + by, "LOGOUT" + by, "PERSON_VIEWED" + by);
	}

	@Test
	void whenAPersonHasNoneThenThatIsNoFailure() {
		assertThat(sessions("no/body")).isEqualTo(new Output(0, "no/body" + NONE, ""));
		assertThat(sessions("no/body", "--end"))
			.isEqualTo(new Output(0, "No session of no/body was terminated.\n", ""));
		assertThat(sessions("no/body", "--end", "--json").out()).isEqualTo("{\"ended\":0,\"notLoggedOut\":[]}\n");
	}

	@Test
	void whenTheNameCouldSteerTheTerminalThenItIsEscaped() {
		assertThat(sessions("\u001b[2J").out()).isEqualTo("\\u001b[2J" + NONE);
		assertThat(sessions("\u009b2J", "--json").out()).startsWith("{\"principal\":\"\\u009b2J\"");
	}

	@Test
	void whenTheServerRefusesThenOneLine() {
		assertThat(sessions("alice", "--limit", "0")).isEqualTo(new Output(1, "", "limit: from 1 to 1000\n"));
		assertThat(sessions(" ").err()).startsWith("principal: missing").hasLineCount(1);
	}

	@Test
	void whenTheHomeFolderIsNoneThen78() {
		Output output = Output.of("sessions", "alice", "--home", idp.home().resolve("none").toString());
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).contains("does not exist").hasLineCount(1);
	}

	private static Output sessions(String... arguments) {
		String[] all = new String[arguments.length + 3];
		all[0] = "sessions";
		System.arraycopy(arguments, 0, all, 1, arguments.length);
		all[arguments.length + 1] = "--home";
		all[arguments.length + 2] = idp.home().toString();
		return Output.of(all);
	}

	private static void signOn(String person) {
		Browser browser = new Browser();
		RedirectRequest request = wiki.redirect(idp, AuthnRequestOptions.PLAIN);
		wiki.read(idp, browser.login(browser.open(request.url()), person, person + "-demo"), request.id()).success();
	}

}
