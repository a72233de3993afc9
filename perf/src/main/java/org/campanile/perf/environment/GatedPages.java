package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.load.Target;
import org.campanile.perf.process.Programs;
import org.campanile.testkit.Polling;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;

/**
 * Pages of 14 KB behind the gate, served by an nginx that is configured by
 * {@code deploy/gate/nginx.conf}. Its three sites differ in how often the session is
 * read. nginx does not cache the gate's answers, and a separate access rule for each
 * organizational unit permits the pages.
 *
 * @param port on which nginx listens, on loopback
 */
record GatedPages(int port) {

	/** The name of each protocol's site, with which its paths begin. */
	static final Map<Protocol, String> SITES = sites();

	private static final int BYTES = 14 * 1_024;

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static Map<Protocol, String> sites() {
		Map<Protocol, String> sites = new LinkedHashMap<>();
		sites.put(Protocol.GATE, "fresh");
		sites.put(Protocol.GATE_AGED, "aged");
		sites.put(Protocol.GATE_STRICT, "strict");
		return Collections.unmodifiableMap(sites);
	}

	private String origin() {
		return "http://127.0.0.1:" + port;
	}

	/** Returns the address of any page of a site, as the start of a {@link Target}. */
	URI anyPage(Protocol protocol) {
		return URI.create(origin() + "/" + SITES.get(protocol) + "/" + Target.ANY_PAGE);
	}

	/** Returns the nodes' settings for the gate, to be appended to the others. */
	String configuration() {
		String rules = Campus.UNITS.stream()
			.map(unit -> "      - { name: %s, protocols: [gate], units: [\"ou=%s,%s\"] }%n".formatted(unit, unit,
					Campus.BASE_DN))
			.collect(Collectors.joining());
		return """
				  attributes:
				    definitions:
				      entryDN: { type: simple }
				  gate:
				    sites:
				      fresh: { urls: ["%1$s/fresh/"], fresh: 10m }
				      aged: { urls: ["%1$s/aged/"], fresh: 1ms }
				      strict: { urls: ["%1$s/strict/"], strict: true }
				  access:
				    rules:
				%2$s""".formatted(origin(), rules);
	}

	/**
	 * Starts nginx; returns when it listens.
	 * @param folder for its files
	 * @param shipped the configuration that administrators get
	 * @param nodes the nodes that it asks, each {@code host:port}
	 */
	ChildProcess start(Path folder, Path shipped, List<String> nodes) throws IOException {
		Path program = Program.NGINX.require();
		write(Files.createDirectories(folder));
		Path configuration = Files.writeString(folder.resolve("nginx.conf"),
				configuration(folder, Files.readString(shipped), nodes));
		ChildProcess nginx = ChildProcess.kept("nginx of the pages", "QUIT", List.of(program.toString(), "-e",
				folder.resolve("error.log").toString(), "-p", folder.toString(), "-c", configuration.toString()),
				folder.resolve("output.log"));
		Polling.until(PATIENCE, () -> !Ports.isFree(port) || !nginx.isAlive());
		if (!nginx.isAlive()) {
			throw new IOException("nginx did not start: " + Files.readString(folder.resolve("output.log")).strip());
		}
		return nginx;
	}

	private static void write(Path folder) throws IOException {
		byte[] line = "What is behind a sign-on is not what is measured, but it was as long.\n"
			.getBytes(StandardCharsets.UTF_8);
		byte[] page = new byte[BYTES];
		for (int i = 0; i < page.length; i++) {
			page[i] = line[i % line.length];
		}
		for (String site : SITES.values()) {
			Path pages = Files.createDirectories(folder.resolve("pages").resolve(site));
			for (int number = 0; number < Target.PAGES; number++) {
				Files.write(pages.resolve(Integer.toString(number)), page);
			}
		}
	}

	private String configuration(Path folder, String shipped, List<String> nodes) {
		String servers = nodes.stream()
			.map(node -> "    server " + node + " max_fails=2 fail_timeout=5s;\n")
			.collect(Collectors.joining());
		String site = shipped.replace("listen 443 ssl;", "listen 127.0.0.1:" + port + ";")
			.replaceAll("(?m)^ *(ssl_certificate|server 10\\.0\\.0\\.12|proxy_cache|proxy_ignore_headers).*\\R", "")
			.replaceAll("(?m)^ *server 10\\.0\\.0\\.11:8080.*\\R", servers)
			.replace("server_name wiki.example.edu", "server_name 127.0.0.1")
			.replace("https://wiki.example.edu", origin())
			.replace("proxy_pass http://127.0.0.1:8090;",
					"root " + folder.resolve("pages") + ";\n        add_header " + Target.USER_HEADER + " $gate_user;");
		// Started by root, nginx would run its workers as another user, who may not read
		// the folder.
		String user = Programs.isRoot() ? "user root;\n" : "";
		return user + """
				daemon off;
				worker_processes 2;
				worker_rlimit_nofile 16384;
				pid %1$s/nginx.pid;
				events {
				    worker_connections 8192;
				}
				http {
				    access_log off;
				    default_type text/html;
				    client_body_temp_path %1$s/body;
				    proxy_temp_path %1$s/proxy;
				    fastcgi_temp_path %1$s/fastcgi;
				    uwsgi_temp_path %1$s/uwsgi;
				    scgi_temp_path %1$s/scgi;
				    %2$s
				}
				""".formatted(folder, site);
	}

}
