package org.campanile.demo.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests which requests nginx answers itself, and which it passes on. */
class DeployedNginxServersIT extends DeployedNginx {

	/** {@code server.max-http-request-header-size} of a node. */
	private static final int NODE_HEAD = 32 * 1024;

	@Test
	void whenNodesNameAndCertificateAreFilledInThenNginxTakesThem() throws Exception {
		Process test = nginx(deployed(), "-t");
		String said = new String(test.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(test.waitFor()).as(said).isZero();
		assertThat(said).contains("test is successful").doesNotContain("[warn]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "400 GARBAGE\r\n\r\n", "400 GET /idp/login HTTP/1.1\r\n\r\n",
			"400 POST /idp/login HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
			"400 POST /idp/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
			"400 POST /idp/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n",
			"404 GET / HTTP/1.1\r\nHost: a\r\n\r\n", "404 GET /actuator/health HTTP/1.1\r\nHost: a\r\n\r\n",
			"404 GET /idp/gate/check HTTP/1.1\r\nHost: a\r\n\r\n",
			"404 GET /idp//gate/./check?a HTTP/1.1\r\nHost: a\r\n\r\n",
			"405 TRACE /idp/login HTTP/1.1\r\nHost: a\r\n\r\n",
			"413 POST /idp/login HTTP/1.1\r\nHost: a\r\nContent-Length: 262145\r\n\r\n" })
	void whenNginxAnswersItselfThenWithTheHeadersOfEveryPage(String expected) throws Exception {
		run(deployed());
		assertHeaders(exchange(expected.substring(4)), expected.substring(0, 3));
	}

	@Test
	void whenTheHeadIsTooLargeThenWithTheHeadersOfEveryPage() throws Exception {
		run(deployed());
		assertHeaders(exchange("GET /idp/" + "a".repeat(32_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"), "414");
		assertHeaders(exchange("GET /idp/ HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(32_000) + "\r\n\r\n"), "400");
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET /idp/%1$s HTTP/1.1\r\nHost: a\r\n\r\n",
			"GET /idp/login HTTP/1.1\r\nHost: a\r\nCookie: %1$s\r\n\r\n",
			"GET /idp/%2$s HTTP/1.1\r\nHost: a\r\nCookie: %2$s\r\n\r\n",
			"GET /idp/login HTTP/1.1\r\nHost: a\r\nA: %3$s\r\nB: %3$s\r\nC: %3$s\r\nD: %3$s\r\n\r\n" })
	void whenTheHeadIsLargeThenNginxTakesNoMoreThanANode(String request) throws Exception {
		run(deployed());
		assertThat(Files.readString(Path.of("../idp-web/src/main/resources/application.yaml")))
			.contains("max-http-request-header-size: 32KB");
		for (int size = 28_000; size < 80_000; size += 2000) {
			int seen = seen(request.formatted("a".repeat(size), "a".repeat(size / 2), "a".repeat(size / 4)));
			assertThat(seen).as("%s bytes", size).isBetween(size <= 30_000 ? size : 0, NODE_HEAD);
		}
	}

	@Test
	void whenSomebodyComesWithoutTlsThenWithTheHeadersOfEveryPageButThatOfTls() throws Exception {
		run(deployed());
		Map<String, String> redirect = plainly(LOGIN);
		assertHeadersWithoutTls(redirect, "301");
		assertThat(redirect).containsEntry("location", "https://login.example.edu/idp/login");
		Map<String, String> refused = plainly("GET /idp/login HTTP/1.1\r\n\r\n");
		assertHeadersWithoutTls(refused, "400");
		assertThat(List.of(redirect, refused)).noneMatch(answer -> answer.containsKey("strict-transport-security"));
	}

	/** The limits assume that a connection carries one request at a time. */
	@Test
	void whenAClientPrefersHttp2ThenItIsServedByHttp11() throws Exception {
		run(deployed());
		try (SSLSocket socket = (SSLSocket) open()) {
			SSLParameters parameters = socket.getSSLParameters();
			parameters.setApplicationProtocols(new String[] { "h2", "http/1.1" });
			socket.setSSLParameters(parameters);
			socket.startHandshake();
			assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
		}
	}

	@Test
	void whenNoNodeAnswersThenWithTheHeadersOfEveryPage() throws Exception {
		run(deployed());
		node.stop(0);
		Map<String, String> answer = exchange(LOGIN);
		assertHeaders(answer, "503");
		assertThat(answer).containsEntry("retry-after", "5").containsEntry("refresh", "5");
	}

	@Test
	void whenABrowserAcceptsGzipThenPagesAreNotCompressed() throws Exception {
		run(deployed());
		assertThat(exchange(
				"GET /idp/login HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"))
			.containsEntry("status", "200")
			.doesNotContainKey("content-encoding");
	}

	@Test
	void whenANodeAnswersThenItsHeadersStayAsTheyAreAndStandThereOnce() throws Exception {
		run(deployed());
		Map<String, String> answer = exchange(LOGIN);
		assertThat(answer).containsEntry("status", "200")
			.containsEntry("content-security-policy", "default-src 'none'; the node's")
			.containsEntry("cache-control", "no-cache, the node's")
			.containsEntry("x-content-type-options", "nosniff");
	}

	@Test
	void whenABodyIsAsLargeAsANodeTakesThenItPasses() throws Exception {
		run(deployed());
		assertThat(exchange("POST /idp/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 262144\r\n\r\n"
				+ "a".repeat(262_144)))
			.containsEntry("status", "200");
	}

	/** Returns the size of the head that the node received, or 0 if nginx refused it. */
	private int seen(String request) {
		head = 0;
		try {
			exchange(request);
		}
		catch (IOException ex) {
			// nginx may close the connection without reading all of a request that it
			// refuses.
		}
		return head;
	}

}
