package org.campanile.demo.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.campanile.testkit.process.Ports;
import org.campanile.web.command.Server;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.FileSystemUtils;

/** The demo in this process, on a free port; the caller must close it. */
record DemoIdp(Path home, String baseUrl, ConfigurableApplicationContext context) implements AutoCloseable {

	static DemoIdp start() throws IOException {
		Path home = Files.createTempDirectory("campanile-test");
		Files.createDirectories(home.resolve("metadata"));
		String baseUrl = "http://localhost:" + Ports.free() + "/idp";
		return new DemoIdp(home, baseUrl,
				new Server(home, "classpath:demo.yaml").with("campanile.base-url", baseUrl)
					.with("campanile.http.drain", "0s")
					.with("management.server.port", 0)
					.start());
	}

	@Override
	public void close() throws IOException {
		context.close();
		FileSystemUtils.deleteRecursively(home);
	}

}
