package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.PeerEnvironment;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.TargetPreset;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.peer.PeerSystem.ReleasedAttribute;
import org.campanile.perf.process.HttpAnswers;
import org.campanile.perf.process.Programs;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.seal.RandomValues;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Program;

/**
 * SimpleSAMLphp as Debian 12 packages it: under PHP-FPM with a cache of compiled pages,
 * behind nginx, with sessions in files, the default of PHP and of SimpleSAMLphp.
 */
public record SimpleSamlPeer() implements Peer {

	private static final Path INSTALLED = Path.of("/usr/share/simplesamlphp");

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	/** The versions of PHP to look for, newest first; Debian 12 has 8.2. */
	private static final List<String> VERSIONS = List.of("8.4", "8.3", "8.2");

	@Override
	public String name() {
		return "simplesamlphp";
	}

	@Override
	public List<String> missing() {
		List<String> packages = new ArrayList<>();
		if (!Files.isReadable(INSTALLED.resolve("www/saml2/idp/SSOService.php"))) {
			packages.add("simplesamlphp");
		}
		for (Program program : List.of(php(), Program.NGINX)) {
			if (program.path().isEmpty()) {
				packages.add(program.debianPackage());
			}
		}
		for (String extension : List.of("ldap", "xml", "mbstring", "curl")) {
			Path folder = Path.of("/etc/php", php().debianPackage().replaceAll("php|-fpm", ""));
			if (!Files.exists(folder.resolve("mods-available/" + extension.replace("xml", "dom") + ".ini"))) {
				packages.add(php().debianPackage().replace("fpm", extension));
			}
		}
		return packages.isEmpty() ? List.of() : List
			.of("SimpleSAMLphp needs packages that are not installed; apt install " + String.join(" ", packages));
	}

	@Override
	public RunningSystem start(DirectorySpec directory, Path results) throws IOException {
		requirePresent();
		return PeerEnvironment.start(results, environment -> start(directory, environment));
	}

	private RunningSystem start(DirectorySpec spec, PeerEnvironment environment) throws IOException {
		Path work = environment.work();
		URI directory = PeerSystem.directory(spec, environment);
		VirtualServiceProvider service = environment.serviceProvider();
		int port = environment.port();
		int phpPort = environment.port();
		SecureRandom random = new SecureRandom();
		String address = "http://127.0.0.1:" + port + "/simplesaml";
		SimpleSamlConfiguration configuration = new SimpleSamlConfiguration(work, address + "/", directory,
				service.certificate(), secret(random));
		configuration.write();
		new TestAuthority(configuration.certificates()).issueForLoopback(configuration.certificates());
		ChildProcess php = environment.add(startPhp(work, phpPort));
		environment.measure(new MeasuredProcess("php-fpm", ProcessRole.IDENTITY_PROVIDER, php.pid()));
		ChildProcess proxy = environment.add(startProxy(work, port, phpPort, INSTALLED.resolve("www")));
		environment.measure(new MeasuredProcess("nginx", ProcessRole.PROXY, proxy.pid()));
		Path metadata = Files.writeString(work.resolve("metadata.xml"), HttpAnswers.await("SimpleSAMLphp",
				URI.create(configuration.entityId()), proxy::isAlive, PATIENCE, work.resolve("php-fpm.log")));
		environment.setting("SimpleSAMLphp version", version("simplesamlphp"));
		environment.setting("PHP version", version(php().debianPackage()));
		environment.setting("sessions", "in PHP's files");
		environment.setting("answers",
				"response signed (RSA-2048), assertion encrypted (AES-128-CBC, the only one it has)");
		return new PeerSystem(TargetPreset.SIMPLESAMLPHP.target(address, metadata, service)
			.withUserAttribute(ReleasedAttribute.PRINCIPAL_NAME.samlName()), environment);
	}

	private static String secret(SecureRandom random) {
		return HexFormat.of().formatHex(RandomValues.bytes(16, random));
	}

	/** Returns a package's version; {@code unknown} if it is not a Debian package. */
	private static String version(String name) throws IOException {
		Process process;
		try {
			process = new ProcessBuilder("dpkg-query", "-W", "-f=${Version}", name)
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
		}
		catch (IOException notDebian) {
			return "unknown";
		}
		String version = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
		return version.isEmpty() ? "unknown" : version;
	}

	/** Returns PHP-FPM and its package, of the newest installed version. */
	private static Program php() {
		return VERSIONS.stream()
			.map(version -> new Program("php-fpm" + version, "php" + version + "-fpm"))
			.filter(candidate -> candidate.path().isPresent())
			.findFirst()
			.orElse(new Program("php-fpm8.2", "php8.2-fpm"));
	}

	/** Starts PHP-FPM, configured as Debian's package does, on loopback. */
	private static ChildProcess startPhp(Path folder, int port) throws IOException {
		Path configuration = Files.writeString(folder.resolve("php-fpm.conf"), pool(folder, port));
		List<String> command = new ArrayList<>(
				List.of(php().require().toString(), "--nodaemonize", "--fpm-config", configuration.toString()));
		if (Programs.isRoot()) {
			// Keeps its workers running as root, as they could not read the folder
			// otherwise.
			command.add("--allow-to-run-as-root");
		}
		return ChildProcess.kept("php-fpm", "TERM", command, folder.resolve("php-fpm.out"));
	}

	private static String pool(Path folder, int port) {
		return """
				[global]
				error_log = %1$s/php-fpm.log
				daemonize = no
				[measured]
				listen = 127.0.0.1:%2$d
				listen.backlog = 4096
				pm = static
				pm.max_children = %3$d
				catch_workers_output = yes
				env[SIMPLESAMLPHP_CONFIG_DIR] = "%1$s"
				%4$s""".formatted(folder, port, 8 * Runtime.getRuntime().availableProcessors(),
				Programs.isRoot() ? "user = root\ngroup = root\n" : "");
	}

	/** Starts an nginx that passes every page of a folder on to PHP. */
	private static ChildProcess startProxy(Path folder, int port, int phpPort, Path pages) throws IOException {
		Path configuration = Files.writeString(folder.resolve("nginx.conf"), proxy(folder, port, phpPort, pages));
		return ChildProcess.kept("nginx", "QUIT", List.of(Program.NGINX.require().toString(), "-e",
				folder.resolve("nginx-error.log").toString(), "-p", folder.toString(), "-c", configuration.toString()),
				folder.resolve("nginx.out"));
	}

	private static String proxy(Path folder, int port, int phpPort, Path pages) {
		return (Programs.isRoot() ? "user root;\n" : "") + """
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

}
