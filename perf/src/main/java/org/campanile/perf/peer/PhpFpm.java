package org.campanile.perf.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Program;

/** Debian's PHP behind nginx: both as their packages configure them, on loopback. */
final class PhpFpm {

	/** Newest first; Debian 12 has 8.2. */
	private static final List<String> VERSIONS = List.of("8.4", "8.3", "8.2");

	private PhpFpm() {
	}

	/** The program and its package, whichever version is installed. */
	static Program program() {
		return VERSIONS.stream()
			.map(version -> new Program("php-fpm" + version, "php" + version + "-fpm"))
			.filter(candidate -> candidate.path().isPresent())
			.findFirst()
			.orElse(new Program("php-fpm8.2", "php8.2-fpm"));
	}

	/**
	 * Starts it.
	 * @param variables for the environment of PHP
	 */
	static ChildProcess start(Path folder, int port, Map<String, String> variables) throws IOException {
		Path configuration = Files.writeString(folder.resolve("php-fpm.conf"), pool(folder, port, variables));
		List<String> command = new ArrayList<>(
				List.of(program().require().toString(), "--nodaemonize", "--fpm-config", configuration.toString()));
		if (isRoot()) {
			// Its workers stay root, or they could not read the folder.
			command.add("--allow-to-run-as-root");
		}
		return ChildProcess.kept("php-fpm", "TERM", command, folder.resolve("php-fpm.out"));
	}

	private static String pool(Path folder, int port, Map<String, String> variables) {
		StringBuilder pool = new StringBuilder("""
				[global]
				error_log = %1$s/php-fpm.log
				daemonize = no
				[measured]
				listen = 127.0.0.1:%2$d
				listen.backlog = 4096
				pm = static
				pm.max_children = %3$d
				catch_workers_output = yes
				""".formatted(folder, port, 8 * Runtime.getRuntime().availableProcessors()));
		if (isRoot()) {
			pool.append("user = root\ngroup = root\n");
		}
		variables.forEach((name, value) -> pool.append("env[%s] = \"%s\"%n".formatted(name, value)));
		return pool.toString();
	}

	/** nginx that hands every page of a folder on to PHP. */
	static ChildProcess startProxy(Path folder, int port, int phpPort, Path pages) throws IOException {
		Path configuration = Files.writeString(folder.resolve("nginx.conf"), proxy(folder, port, phpPort, pages));
		return ChildProcess.kept("nginx", "QUIT", List.of(Program.NGINX.require().toString(), "-e",
				folder.resolve("nginx-error.log").toString(), "-p", folder.toString(), "-c", configuration.toString()),
				folder.resolve("nginx.out"));
	}

	private static String proxy(Path folder, int port, int phpPort, Path pages) {
		return Optional.of("user root;\n").filter(line -> isRoot()).orElse("") + """
				daemon off;
				worker_processes 2;
				worker_rlimit_nofile 16384;
				pid %1$s/nginx.pid;
				events {
				    worker_connections 8192;
				}
				http {
				    include /etc/nginx/mime.types;
				    client_body_temp_path %1$s/body;
				    proxy_temp_path %1$s/proxy;
				    fastcgi_temp_path %1$s/fastcgi;
				    uwsgi_temp_path %1$s/uwsgi;
				    scgi_temp_path %1$s/scgi;
				    access_log %1$s/access.log;
				    server {
				        listen 127.0.0.1:%2$d backlog=4096;
				        location ^~ /simplesaml {
				            alias %4$s;
				            location ~ ^(?<prefix>/simplesaml)(?<page>.+?\\.php)(?<rest>/.*)?$ {
				                include /etc/nginx/fastcgi_params;
				                fastcgi_pass 127.0.0.1:%3$d;
				                fastcgi_buffers 16 16k;
				                fastcgi_buffer_size 32k;
				                fastcgi_param SCRIPT_FILENAME %4$s$page;
				                fastcgi_param SCRIPT_NAME /simplesaml$page;
				                fastcgi_param PATH_INFO $rest if_not_empty;
				            }
				        }
				    }
				}
				""".formatted(folder, port, phpPort, pages);
	}

	private static boolean isRoot() {
		return "root".equals(System.getProperty("user.name"));
	}

}
