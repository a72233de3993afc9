package org.campanile.perf.environment;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.campanile.perf.load.Target;
import org.campanile.perf.load.VirtualServiceProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class PagesServerTests {

	@TempDir
	Path folder = Path.of("");

	@Test
	void whenStartedThenItsMetadataNameWhereItListensAndClosedItsProcessIsGone() throws Exception {
		PagesServer server = PagesServer.start(folder);
		long pid = server.measured().pid();
		try (HttpClient http = HttpClient.newHttpClient()) {
			VirtualServiceProvider service = server.serviceProvider();
			URI consumer = URI.create(service.assertionConsumerService());

			assertThat(Files.readString(service.metadata())).contains(consumer.toString());
			assertThat(http.send(HttpRequest.newBuilder(consumer).build(), HttpResponse.BodyHandlers.discarding())
				.statusCode()).as("before it is opened").isEqualTo(503);
			assertThatIOException().isThrownBy(() -> server.open(target(service))).withMessageContaining("idp.xml");
		}
		finally {
			server.close();
		}
		assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
	}

	/** One whose metadata are not there. */
	private Target target(VirtualServiceProvider service) {
		URI start = URI.create("http://127.0.0.1:1/");
		return new Target("none", start, Target.Kind.UNSOLICITED,
				new Target.LoginForm("form", "user", "password", Map.of()), start, folder.resolve("idp.xml"),
				service.folder());
	}

}
