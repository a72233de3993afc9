package org.campanile.web.page;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import jakarta.servlet.ServletOutputStream;
import org.campanile.IdentityProvider;

import org.springframework.mock.web.DelegatingServletOutputStream;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/**
 * Prints the cost of rendering a page once warm, in CPU-µs of one thread, including mock
 * request and response; run by hand.
 */
final class RenderingCost {

	private static final int ROUNDS = 20_000;

	private RenderingCost() {
	}

	public static void main(String[] arguments) throws IOException {
		Path folder = Files.createTempDirectory("pages");
		PagesFixture fixture = new PagesFixture(folder, PagesFixture.BRANDING,
				new IdentityProvider("https://login.example.edu/idp", "https://login.example.edu/idp", List.of()));
		String response = "A".repeat(12_000);
		Map<String, PagesFixture.Show> pages = Map.of("login",
				PagesFixture.login(PagesFixture.loginPage(LoginMessage.NONE)), "redirect",
				PagesFixture.redirect(PagesFixture.MOODLE, "https://moodle.example.edu/acs",
						Map.of("SAMLResponse", response, "RelayState", "ss:mem:1234")));
		for (int pass = 0; pass < 5; pass++) {
			for (Map.Entry<String, PagesFixture.Show> page : pages.entrySet()) {
				measure(page.getKey(), page.getValue(), fixture);
			}
		}
	}

	private static void measure(String name, PagesFixture.Show page, PagesFixture fixture) throws IOException {
		long bytes = 0;
		long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
		for (int round = 0; round < ROUNDS; round++) {
			MockHttpServletRequest request = PagesFixture.get("execution=e1s1");
			MockHttpServletResponse response = new Discarding();
			page.on(fixture.pages, request, response);
			bytes = response.getContentLength();
		}
		long spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
		System.out.printf("%-8s %6d bytes %7.1f us%n", name, bytes, spent / 1_000.0 / ROUNDS);
	}

	/**
	 * Discards the page, as the mock's own stream writes it byte by byte, which takes
	 * longer than rendering.
	 */
	private static final class Discarding extends MockHttpServletResponse {

		@Override
		public ServletOutputStream getOutputStream() {
			return new DelegatingServletOutputStream(OutputStream.nullOutputStream()) {
				@Override
				public void write(byte[] bytes) {
					// Discards the page.
				}
			};
		}

	}

}
