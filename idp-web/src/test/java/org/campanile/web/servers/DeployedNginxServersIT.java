package org.campanile.web.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.web.cluster.Front;
import org.campanile.web.cluster.Ports;

import static org.assertj.core.api.Assertions.assertThat;

/** The files of {@code deploy/nginx}, as an administrator installs them. */
class DeployedNginxServersIT {

	private static final Path DEPLOYED = Path.of("..", "deploy", "nginx").toAbsolutePath().normalize();

	@TempDir
	private Path folder;

	private final Ports ports = new Ports();

	@Test
	void whenNodesNameAndCertificateAreFilledInThenNginxTakesThem() throws Exception {
		Front.Tls tls = FrontCertificate.make(folder);
		String site = Files.readString(DEPLOYED.resolve("campanile.conf"))
			.replace("/etc/nginx/campanile/", DEPLOYED + "/")
			.replace("/etc/ssl/certs/login.example.edu.pem", tls.certificate().toString())
			.replace("/etc/ssl/private/login.example.edu.key", tls.key().toString())
			.replace("/var/log/nginx/", folder + "/")
			// This machine may have no IPv6, and the ports of its own.
			.replaceAll("listen \\[::\\]:[^;]*;", "")
			.replace("listen 443", "listen 127.0.0.1:" + ports.near(0))
			.replace("listen 80", "listen 127.0.0.1:" + ports.near(0));
		assertThat(site).doesNotContain("/etc/ssl/", "/var/log/", "listen 443");
		Process nginx = nginx(Files.writeString(folder.resolve("site.conf"), site));
		String said = new String(nginx.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(nginx.waitFor()).as(said).isZero();
		assertThat(said).contains("test is successful").doesNotContain("[warn]");
	}

	private Process nginx(Path site) throws IOException {
		Path configuration = Files.writeString(folder.resolve("nginx.conf"), """
				pid %1$s/nginx.pid;
				events {
				}
				http {
				    client_body_temp_path %1$s/body;
				    proxy_temp_path %1$s/proxy;
				    fastcgi_temp_path %1$s/fastcgi;
				    uwsgi_temp_path %1$s/uwsgi;
				    scgi_temp_path %1$s/scgi;
				    include %2$s;
				}
				""".formatted(folder, site));
		return new ProcessBuilder(Installed.NGINX.path().toString(), "-t", "-e", folder.resolve("error.log").toString(),
				"-p", folder.toString(), "-c", configuration.toString())
			.redirectErrorStream(true)
			.start();
	}

}
