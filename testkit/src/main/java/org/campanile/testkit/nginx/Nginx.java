package org.campanile.testkit.nginx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.MissingProgramException;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;

/**
 * nginx in front of the nodes, configured by the files of {@code deploy/nginx}. Writes
 * only to its own folder.
 */
public final class Nginx implements AutoCloseable {

	private final ChildProcess process;

	private final Path accessLog;

	private Nginx(ChildProcess process, Path accessLog) {
		this.process = process;
		this.accessLog = accessLog;
	}

	/**
	 * Starts it and waits until it listens.
	 * @param folder the folder for its files
	 * @param front how it is reached
	 * @param nodes the nodes that it passes requests to, each {@code host:port}
	 * @throws MissingProgramException if it is not installed
	 */
	public static Nginx start(Path folder, Front front, List<String> nodes) throws IOException {
		Path program = Program.NGINX.require();
		Files.createDirectories(folder);
		for (String file : List.of("campanile-http.conf", "campanile-server.conf")) {
			Files.writeString(folder.resolve(file), resource(file));
		}
		String tls = "campanile-tls.conf";
		Files.writeString(folder.resolve(tls), front.tlsSettings(resource(tls)));
		Path accessLog = folder.resolve("access.log");
		Path configuration = Files.writeString(folder.resolve("nginx.conf"), configuration(folder, front, nodes));
		Path output = folder.resolve("output.log");
		// Otherwise nginx warns that it cannot write to its built-in paths.
		ChildProcess process = ChildProcess.kept("nginx", "QUIT", List.of(program.toString(), "-e",
				folder.resolve("error.log").toString(), "-p", folder.toString(), "-c", configuration.toString()),
				output);
		Nginx nginx = new Nginx(process, accessLog);
		try {
			nginx.awaitListening(front.port(), folder);
		}
		catch (IOException ex) {
			nginx.close();
			throw ex;
		}
		return nginx;
	}

	/** Contains a line for each request that it answered. */
	public Path accessLog() {
		return accessLog;
	}

	/** The id of the process whose descendants are its master and workers. */
	public long pid() {
		return process.pid();
	}

	/** Stops once the requests in progress are finished. */
	@Override
	public void close() {
		process.letGo();
		process.await(Duration.ofSeconds(10));
	}

	private void awaitListening(int port, Path folder) throws IOException {
		for (int i = 0; i < 1_200; i++) {
			if (!Ports.isFree(port) && process.isAlive()) {
				return;
			}
			if (!process.isAlive()) {
				break;
			}
			try {
				TimeUnit.MILLISECONDS.sleep(50);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				break;
			}
		}
		throw new IOException("nginx did not start: " + Files.readString(folder.resolve("output.log")).strip());
	}

	private static String configuration(Path folder, Front front, List<String> nodes) {
		String all = servers(nodes, "max_fails=2 fail_timeout=5s")
				+ servers(nodes, "backup max_fails=10 fail_timeout=1s");
		// If root started them, the workers would run as another user, who may not read
		// the folder.
		String user = "root".equals(System.getProperty("user.name")) ? "user root;\n" : "";
		return user + """
				daemon off;
				worker_processes 2;
				worker_rlimit_nofile 16384;
				pid %1$s/nginx.pid;
				error_log %1$s/error.log notice;
				events {
				    worker_connections 8192;
				}
				http {
				    client_body_temp_path %1$s/body;
				    proxy_temp_path %1$s/proxy;
				    fastcgi_temp_path %1$s/fastcgi;
				    uwsgi_temp_path %1$s/uwsgi;
				    scgi_temp_path %1$s/scgi;
				    include %1$s/campanile-http.conf;
				    # All of a trial's clients come from here.
				    geo $campanile_limit {
				        default 1;
				        127.0.0.1 0;
				        ::1 0;
				    }
				    upstream campanile {
				        zone campanile 128k;
				        least_conn;
				%2$s        keepalive 512;
				        keepalive_timeout 3s;
				        keepalive_requests 10000;
				    }
				    server {
				        %3$s
				        access_log %1$s/access.log campanile;
				        include %1$s/campanile-server.conf;
				    }
				}
				""".formatted(folder, all, front.directives(folder));
	}

	private static String servers(List<String> nodes, String parameters) {
		return nodes.stream()
			.map(node -> "        server " + node + ' ' + parameters + ";\n")
			.collect(Collectors.joining());
	}

	private static String resource(String name) throws IOException {
		try (InputStream in = Nginx.class.getResourceAsStream(name)) {
			if (in == null) {
				throw new IOException("deploy/nginx/" + name + " is missing from the class path");
			}
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

}
