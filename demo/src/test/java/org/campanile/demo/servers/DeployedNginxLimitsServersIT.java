package org.campanile.demo.servers;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the limits on the requests of one client, and of all clients together. */
class DeployedNginxLimitsServersIT extends DeployedNginx {

	private static final String LARGE = "POST /idp/profile/SAML2/SOAP/SLO HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
			+ "Content-Length: 10000\r\n\r\n" + "a".repeat(10_000);

	/** Announces a large body, but sends only one byte of it. */
	private static final String STALLED = "POST /idp/profile/SAML2/POST/SLO HTTP/1.1\r\nHost: a\r\n"
			+ "Content-Length: 200000\r\n\r\na";

	/** Far more requests than nginx permits in these tests. */
	private static final int MOST_STALLED = 100;

	private final List<Socket> sockets = new ArrayList<>();

	@AfterEach
	void close() throws IOException {
		for (Socket socket : sockets) {
			socket.close();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "192.0.2.1", "2001:db8:a0a:a0a:%x::a0a", "::ffff:192.0.2.1" })
	void whenOneClientSendsTooManyRequestsThenTheRestIsAskedToComeAgain(String client) throws Exception {
		run(fewer(behindAnother(deployed())));
		// One request at the limited rate, and the burst.
		for (int i = 0; i < 1 + 20; i++) {
			assertThat(exchange(from(client, i, LOGIN))).as("request %s", i).containsEntry("status", "200");
		}
		Map<String, String> answer = exchange(from(client, 21, LOGIN));
		assertHeaders(answer, "429");
		assertThat(answer).containsEntry("retry-after", "5");
		assertThat(exchange(from(client, 22, LOGIN.replace("login", "profile/Logout")))).as("logout is not limited")
			.containsEntry("status", "200");
	}

	@ParameterizedTest
	@ValueSource(strings = { "10.10.10.%d", "2001:db8:a0a:%x::1", "::ffff:10.10.10.%d" })
	void whenClientsAreOfDifferentNetworksThenEachHasItsOwnLimits(String clients) throws Exception {
		run(fewer(behindAnother(deployed())));
		for (int i = 0; i < 50; i++) {
			assertThat(exchange(from(clients, i, LOGIN))).as("client %s", i).containsEntry("status", "200");
		}
	}

	@Test
	void whenOneClientIsExemptThenNothingIsLimited() throws Exception {
		run(fewer(deployed()).replace("# 10.0.0.4 0;", "127.0.0.1 0;"));
		for (int i = 0; i < 50; i++) {
			assertThat(exchange(LOGIN)).containsEntry("status", "200");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "192.0.2.1", "2001:db8:a0a:a0a:%x::a0a" })
	void whenOneClientHasTooManyRequestsUnderWayThenTheRestIsAskedToComeAgain(String client) throws Exception {
		run(fewer(behindAnother(deployed())));
		stallUntilRefused(client, STALLED.replace("200000", "100"),
				"GET /idp/profile/Logout HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST /idp/login HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\na",
			"POST /idp/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n",
			"GET /idp/login HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\na",
			"GET /idp/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n" })
	void whenLargeBodiesStallThenMoreOfThemAreRefusedAndSmallOnesPass(String stalled) throws Exception {
		run(fewer(deployed()).replace("# 10.0.0.4 0;", "127.0.0.1 0;"));
		stallUntilRefused("", stalled, LARGE);
		assertThat(exchange("POST /idp/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 9000\r\n\r\n"
				+ "a".repeat(9000)))
			.containsEntry("status", "200");
		assertThat(exchange(LOGIN)).containsEntry("status", "200");
	}

	@ParameterizedTest
	@ValueSource(strings = { "192.0.2.1", "2001:db8:a0a:a0a:%x::a0a" })
	void whenOneClientHasManyLargeBodiesUnderWayThenItsOthersAreRefused(String client) throws Exception {
		run(fewer(behindAnother(deployed())));
		stallUntilRefused(client, STALLED, LARGE);
		// The limit of this client applied, not the limit of all clients together.
		assertThat(Files.readString(folder.resolve("error.log")))
			.contains("limiting connections by zone \"campanile_client_large_bodies\"")
			.doesNotContain("by zone \"campanile_large_bodies\"");
	}

	@Test
	void whenTheBaseUrlHasNoPathThenTheLoginPageIsLimitedToo() throws Exception {
		run(fewer(deployed()).replace("location /idp {", "location /login {"));
		String login = LOGIN.replace("/idp/login", "/login");
		for (int i = 0; i < 1 + 20; i++) {
			assertThat(exchange(login)).as("request %s", i).containsEntry("status", "200");
		}
		assertHeaders(exchange(login), "429");
	}

	/**
	 * Starts requests with incomplete bodies, one after the other, until the complete
	 * request is refused. nginx counts a request once it has read the head; a refused
	 * request does not count.
	 */
	private void stallUntilRefused(String client, String stalled, String request) throws Exception {
		Map<String, String> answer = exchange(from(client, 0, request));
		assertThat(answer).as("before any stalls").containsEntry("status", "200");
		for (int i = 0; i < MOST_STALLED && !"429".equals(answer.get("status")); i++) {
			Socket socket = open();
			sockets.add(socket);
			socket.getOutputStream().write(from(client, i, stalled).getBytes(StandardCharsets.US_ASCII));
			answer = exchange(from(client, i, request));
		}
		assertHeaders(answer, "429");
	}

	/**
	 * Adds the client address that {@link #behindAnother} trusts; {@code address} fills
	 * in a placeholder in it, if any.
	 */
	private static String from(String client, int address, String request) {
		return request.replaceFirst("\r\n", "\r\nX-Real-IP: " + client.formatted(address) + "\r\n");
	}

	/** Puts nginx behind another proxy, which passes on the client's address. */
	private static String behindAnother(String site) {
		return "set_real_ip_from 127.0.0.1;\nreal_ip_header X-Real-IP;\n" + site;
	}

	private static String fewer(String site) {
		String fewer = site.replace("campanile_connections 1000;", "campanile_connections 10;")
			.replace("campanile_large_bodies 512;", "campanile_large_bodies 5;")
			.replace("campanile_client_large_bodies 64;", "campanile_client_large_bodies 3;")
			.replace("rate=100r/s", "rate=1r/m")
			.replace("burst=1000", "burst=20");
		assertThat(fewer).contains("connections 10;", "bodies 5;", "bodies 3;", "rate=1r/m", "burst=20");
		return fewer;
	}

}
