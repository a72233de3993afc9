package org.campanile.cas;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SamlValidateRequestTests {

	private static final int LIMIT = 1000;

	@Test
	void whenItIsPlainThenTheTicketIsRead() {
		assertThat(read(request("ST-1"))).contains(new SamlValidateRequest("_1", "ST-1"));
	}

	@Test
	void whenItIsTooLongThenItIsNone() {
		assertThat(read(request("a".repeat(LIMIT)))).isEmpty();
	}

	@Test
	void whenElementsAreNestedTooDeepThenItIsNone() {
		assertThat(read("<e>".repeat(4) + request("ST-1") + "</e>".repeat(4))).isPresent();
		assertThat(read("<e>".repeat(9) + request("ST-1") + "</e>".repeat(9))).isEmpty();
	}

	/** Neither internal nor external entities of the document type are read. */
	@Test
	void whenThereIsADocumentTypeThenItIsNoneAndNothingIsFetched() throws Exception {
		AtomicInteger fetched = new AtomicInteger();
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
		server.createContext("/", exchange -> {
			fetched.incrementAndGet();
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		server.start();
		try {
			String elsewhere = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
			assertThat(read("<!DOCTYPE Request>" + request("ST-1"))).isEmpty();
			assertThat(read("<!DOCTYPE Request [<!ENTITY t 'ST-1'>]>" + request("&t;"))).isEmpty();
			assertThat(read("<!DOCTYPE Request SYSTEM '" + elsewhere + "'>" + request("ST-1"))).isEmpty();
			assertThat(read("<!DOCTYPE Request [<!ENTITY % p SYSTEM '" + elsewhere + "'> %p;]>" + request("ST-1")))
				.isEmpty();
			assertThat(read("<!DOCTYPE Request [<!ENTITY t SYSTEM '" + elsewhere + "'>]>" + request("&t;"))).isEmpty();
			assertThat(fetched).hasValue(0);
		}
		finally {
			server.stop(0);
		}
	}

	private static String request(String ticket) {
		return "<Request RequestID=\"_1\"><AssertionArtifact>" + ticket + "</AssertionArtifact></Request>";
	}

	private static Optional<SamlValidateRequest> read(String text) {
		return SamlValidateRequest.read(text.getBytes(StandardCharsets.UTF_8), LIMIT);
	}

}
