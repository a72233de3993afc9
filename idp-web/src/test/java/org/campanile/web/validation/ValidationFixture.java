package org.campanile.web.validation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.json.JsonParserFactory;

import org.campanile.seal.Sha256;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.ObservedDirectory;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

/**
 * A validation service with many kinds of clients and realms, and a client for its HTTP
 * interface.
 */
abstract class ValidationFixture {

	static final String VPN = "vpn-token-0123456789abcdef0123456789";

	static final String DOORS = "doors-token-0123456789abcdef012345678";

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	static final FakeCodes codes = new FakeCodes();

	static ObservedDirectory directory;

	static ObservedDirectory guests;

	static TestIdp idp;

	LogLines audit;

	@BeforeAll
	static void start() {
		directory = new ObservedDirectory();
		guests = new ObservedDirectory();
		guests.add("dn: uid=guest,dc=example,dc=edu", "objectClass: account", "uid: guest", "userPassword: guest-demo");
		idp = TestIdp.start(TestIdp.newHome(), codes::register,
				"campanile.ldap.urls=ldap://127.0.0.1:" + directory.address().port(),
				"campanile.validation.enabled=true", "campanile.validation.failure-step=0",
				"campanile.validation.user-cache.enabled=true",
				"campanile.validation.clients.vpn.token-sha256=" + digest(VPN),
				"campanile.validation.clients.vpn.attributes=mail,cn,userPassword",
				"campanile.validation.clients.vpn.names-address=true",
				"campanile.validation.clients.doors.token-sha256=" + digest(DOORS),
				"campanile.validation.clients.doors.networks=127.0.0.0/8,::1",
				"campanile.validation.clients.doors.realms=app",
				"campanile.validation.clients.far.token-sha256=" + digest("far-" + VPN),
				"campanile.validation.clients.far.networks=192.0.2.0/24",
				"campanile.validation.clients.twice.token-sha256=" + digest("twice-" + VPN),
				"campanile.validation.clients.twice.encodes-twice=true",
				"campanile.validation.clients.slow.token-sha256=" + digest("slow-" + VPN),
				"campanile.validation.clients.slow.requests-per-minute=1", "campanile.validation.realms.app.check=otp",
				"campanile.validation.realms.campus.check=password",
				"campanile.validation.realms.login.ldap.urls=ldap://127.0.0.1:1",
				"campanile.validation.realms.login.ldap.base-dn=" + EmbeddedDirectory.DEMO_BASE_DN,
				"campanile.validation.realms.step.check=password-and-otp",
				"campanile.validation.realms.step.challenge=true", "campanile.validation.realms.guests.check=password",
				"campanile.validation.realms.guests.ldap.urls=ldap://127.0.0.1:" + guests.address().port(),
				"campanile.validation.realms.guests.ldap.base-dn=" + EmbeddedDirectory.DEMO_BASE_DN,
				"campanile.validation.realms.guests.ldap.bind-dn=" + EmbeddedDirectory.DEMO_SERVICE_DN,
				"campanile.validation.realms.guests.ldap.bind-password=" + EmbeddedDirectory.DEMO_SERVICE_PASSWORD);
	}

	@AfterAll
	static void stop() {
		idp.close();
		directory.close();
		guests.close();
	}

	@BeforeEach
	void listen() {
		audit = LogLines.audit();
		codes.next.clear();
		codes.tried.clear();
		idp.bean(Realms.class).all().forEach(realm -> realm.cache().clear());
	}

	@AfterEach
	void close() {
		audit.close();
		codes.down = false;
	}

	private static String digest(String token) {
		return HexFormat.of().formatHex(Sha256.of(token));
	}

	/** A response of the service. */
	record Answer(int status, String body) {

		@Nullable Object at(String... place) {
			@Nullable Object here = JsonParserFactory.getJsonParser().parseMap(body);
			for (String step : place) {
				here = ((Map<?, ?>) Objects.requireNonNull(here)).get(step);
			}
			return here;
		}

		String authentication() {
			return String.valueOf(at("result", "authentication"));
		}

	}

	static Answer ask(String... fields) {
		return askAs("Bearer " + VPN, fields);
	}

	static Answer askAs(String authorization, String... fields) {
		return send(request("").header("Authorization", authorization)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString(form(fields)))
			.build());
	}

	static HttpRequest.Builder request(String query) {
		return HttpRequest
			.newBuilder(URI.create(idp.managementUrl().replace("/actuator", "") + "/validate/check" + query));
	}

	static Answer send(HttpRequest request) {
		try {
			HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
			return new Answer(response.statusCode(), response.body());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	static String form(String... fields) {
		return Arrays.stream(fields)
			.map(field -> field.split("=", 2))
			.map(field -> field[0] + '=' + URLEncoder.encode(field[1], StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
	}

}
