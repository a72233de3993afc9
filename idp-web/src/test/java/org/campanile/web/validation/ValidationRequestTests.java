package org.campanile.web.validation;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests who may use the validation service, and the form of requests. */
@Timeout(120)
class ValidationRequestTests extends ValidationFixture {

	@ParameterizedTest
	@CsvSource({ "Bearer,401", "Bearer wrong,401", "'',401", "Basic dnBuOg==,401", "Basic %%%,401" })
	void whenTheTokenIsWrongThenNothingIsChecked(String authorization, int status) {
		int binds = directory.binds();
		Answer answer = askAs(authorization, "user=carol", "realm=campus", "pass=carol-demo");
		assertThat(answer.status()).isEqualTo(status);
		assertThat(answer.at("result", "status")).isEqualTo(false);
		assertThat(answer.at("result", "error", "code")).isEqualTo(4033);
		assertThat(directory.binds()).isEqualTo(binds);
		assertThat(audit.lines()).singleElement()
			.asString()
			.startsWith("event=VALIDATION_REFUSED code=CLIENT_UNKNOWN-");
	}

	@Test
	void whenTheClientIsNamedInTheUrlOrAsPrivacyIdeaDoesThenItIsKnown() {
		String basic = Base64.getEncoder().encodeToString(("vpn:" + VPN).getBytes(StandardCharsets.UTF_8));
		assertThat(askAs("Basic " + basic, "user=carol", "realm=campus", "pass=carol-demo").authentication())
			.isEqualTo("ACCEPT");
		String wrongName = Base64.getEncoder().encodeToString(("doors:" + VPN).getBytes(StandardCharsets.UTF_8));
		assertThat(askAs("Basic " + wrongName, "user=carol", "realm=campus", "pass=carol-demo").status())
			.isEqualTo(401);
		assertThat(send(
				request("?" + form("user=carol", "realm=campus", "pass=carol-demo")).header("PI-Authorization", VPN)
					.build())
			.authentication()).isEqualTo("ACCEPT");
	}

	@Test
	void whenTheClientMayNotAskThenRefused() {
		assertThat(askAs("Bearer " + DOORS, "user=carol", "realm=campus", "pass=carol-demo").status()).isEqualTo(403);
		assertThat(askAs("Bearer " + DOORS, "user=carol", "pass=carol-demo").status()).isEqualTo(403);
		assertThat(ask("user=carol", "realm=nowhere", "pass=carol-demo").status()).isEqualTo(403);
		assertThat(askAs("Bearer far-" + VPN, "user=carol", "realm=campus", "pass=carol-demo").status()).isEqualTo(401);
		assertThat(askAs("Bearer slow-" + VPN, "user=carol", "realm=campus", "pass=carol-demo").authentication())
			.isEqualTo("ACCEPT");
		assertThat(askAs("Bearer slow-" + VPN, "user=carol", "realm=campus", "pass=carol-demo").status())
			.isEqualTo(429);
	}

	/** privacyIDEA, too, undoes this double encoding. */
	@Test
	void whenAClientEncodesTwiceThenOnlyItsFieldsAreDecodedTwice() {
		String twice = "Bearer twice-" + VPN;
		assertThat(askAs(twice, "user=c%61rol", "realm=campus", "pass=carol%2Ddemo").authentication())
			.isEqualTo("ACCEPT");
		assertThat(ask("user=carol", "realm=campus", "pass=carol%2Ddemo").authentication()).isEqualTo("REJECT");
		audit.forget();
		assertThat(askAs(twice, "user=carol", "realm=campus", "pass=100%").status()).isEqualTo(400);
		assertThat(audit.lines()).singleElement()
			.asString()
			.startsWith("event=VALIDATION_REFUSED code=BADLY_ENCODED-")
			.contains(" client=twice ", " address=127.0.0.1 ", "pass cannot be decoded twice")
			.doesNotContain("100%");
	}

	@Test
	void whenARequestIsMalformedThenAnErrorAndNoStackTrace() {
		assertThat(ask("pass=x").status()).isEqualTo(400);
		assertThat(ask("user=alice").status()).isEqualTo(400);
		assertThat(ask("user=alice", "user=bob", "pass=x").status()).isEqualTo(400);
		assertThat(ask("user=alice", "pass=" + "x".repeat(1_300)).status()).isEqualTo(400);
		assertThat(ask("user=alice", "pass=" + "x".repeat(20_000)).status()).isEqualTo(413);
		assertThat(send(request("").header("Authorization", "Bearer " + VPN).DELETE().build()).status()).isEqualTo(405);
	}

	@Test
	void whenParametersCannotBeDecodedThenAnErrorAndNoStackTrace() {
		Answer answer = send(request("").header("Authorization", "Bearer " + VPN)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString("user=alice&pass=%zz"))
			.build());
		assertThat(answer.status()).isEqualTo(400);
		assertThat(answer.body()).doesNotContain("Exception");
	}

	/** The service is available only on the management port. */
	@Test
	void whenAskedOnTheUsersPortThenItIsNotThere() {
		assertThat(send(HttpRequest.newBuilder(URI.create(idp.baseUrl() + "/validate/check"))
			.header("Authorization", "Bearer " + VPN)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString(form("user=carol", "realm=campus", "pass=carol-demo")))
			.build()).status()).isEqualTo(404);
	}

	private static Answer json(String body) {
		return json("Bearer " + VPN, "application/json", "", body.getBytes(StandardCharsets.UTF_8));
	}

	private static Answer json(String authorization, String type, String query, byte[] body) {
		return send(request(query).header("Authorization", authorization)
			.header("Content-Type", type)
			.POST(BodyPublishers.ofByteArray(body))
			.build());
	}

	@Test
	void whenTheParametersAreJsonThenTheyAreCheckedAsThoseOfAForm() {
		assertThat(json("{\"user\":\"carol\",\"pass\":\"carol-demo\",\"realm\":\"campus\"}").authentication())
			.isEqualTo("ACCEPT");
		assertThat(json("{\"user\":\"carol\",\"pass\":\"wrong\",\"realm\":\"campus\"}").authentication())
			.isEqualTo("REJECT");
		assertThat(json("Bearer " + VPN, "Application/JSON; charset=utf-8", "?realm=campus",
				" { \"p\\u0061ss\" : \"carol-demo\", \"user\" : \"carol\", \"other\" : \"\" } "
					.getBytes(StandardCharsets.UTF_8))
			.authentication()).as("the rest in the query").isEqualTo("ACCEPT");
		codes.next.put("carol", "123456");
		Object transaction = json("{\"user\":\"carol\",\"pass\":\"carol-demo\",\"realm\":\"step\"}").at("detail",
				"transaction_id");
		assertThat(json("{\"user\":\"carol\",\"pass\":\"123456\",\"realm\":\"step\",\"transaction_id\":\"" + transaction
				+ "\"}")
			.authentication()).isEqualTo("ACCEPT");
	}

	/** Like privacyIDEA, the service decodes only form-encoded values twice. */
	@Test
	void whenAClientEncodesTwiceThenItsJsonIsTakenAsItIs() {
		byte[] encoded = "{\"user\":\"carol\",\"pass\":\"carol%2Ddemo\",\"realm\":\"campus\"}"
			.getBytes(StandardCharsets.UTF_8);
		assertThat(json("Bearer twice-" + VPN, "application/json", "", encoded).authentication()).isEqualTo("REJECT");
		byte[] plain = "{\"user\":\"carol\",\"pass\":\"carol-demo\",\"realm\":\"campus\"}"
			.getBytes(StandardCharsets.UTF_8);
		assertThat(json("Bearer twice-" + VPN, "application/json", "", plain).authentication()).isEqualTo("ACCEPT");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "null", "{\"user\":\"carol\",\"pass\":\"carol-demo\",\"realm\":\"campus\"",
			"{\"user\":\"carol\",\"pass\":\"wrong\",\"pass\":\"carol-demo\",\"realm\":\"campus\"}",
			"{\"user\":\"carol\",\"pass\":[\"carol-demo\"],\"realm\":\"campus\"}" })
	void whenABodyIsNoJsonObjectOfStringsThenAnErrorAndNothingIsChecked(String body) {
		int binds = directory.binds();
		Answer answer = json(body);
		assertThat(answer.status()).isEqualTo(400);
		assertThat(answer.at("result", "error", "code")).isEqualTo(905);
		assertThat(answer.body()).doesNotContain("demo", "Exception");
		assertThat(directory.binds()).isEqualTo(binds);
		assertThat(audit.lines()).singleElement()
			.asString()
			.startsWith("event=VALIDATION_REFUSED code=JSON_MALFORMED-")
			.contains(" client=vpn ", " address=127.0.0.1 ", " detail=")
			.doesNotContain("demo");
	}

	@Test
	void whenAParameterIsInTheQueryAndInJsonOrTooLongThenAnError() {
		byte[] body = "{\"user\":\"carol\",\"pass\":\"carol-demo\",\"realm\":\"campus\"}"
			.getBytes(StandardCharsets.UTF_8);
		for (String twice : List.of("?user=bob", "?pass=x", "?realm=app")) {
			assertThat(json("Bearer " + VPN, "application/json", twice, body).status()).as(twice).isEqualTo(400);
		}
		assertThat(json("{\"user\":\"carol\",\"pass\":\"" + "x".repeat(1_201) + "\"}").status()).isEqualTo(400);
		assertThat(json("{\"user\":\"carol\"}").status()).as("no pass").isEqualTo(400);
		assertThat(json("{\"pass\":\"carol-demo\"}").status()).as("no user").isEqualTo(400);
	}

	@Test
	void whenJsonComesWithAWrongTokenThenItIsNotRead() {
		Answer answer = json("Bearer wrong", "application/json", "", "{".getBytes(StandardCharsets.UTF_8));
		assertThat(answer.status()).isEqualTo(401);
		assertThat(audit.lines()).singleElement().asString().contains("code=CLIENT_UNKNOWN-");
	}

}
