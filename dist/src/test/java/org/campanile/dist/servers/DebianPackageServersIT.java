package org.campanile.dist.servers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.testkit.Polling;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * The Debian package from the first installation to the last of it, by dpkg, on a copy of
 * this machine. No systemd runs there: the unit's command is started as it would be.
 */
class DebianPackageServersIT {

	private static final Duration START = Duration.ofMinutes(5);

	private static final String KEYS = "sha256sum /etc/campanile/credentials/*";

	private static final String LINKS = "readlink /etc/campanile/credentials /etc/campanile/work";

	@TempDir
	private Path folder;

	/** {@code /mnt} of the copy. */
	private Path packages;

	@AutoClose
	private MachineCopy machine;

	@BeforeEach
	void copy() throws Exception {
		new Program("dpkg", "dpkg").require();
		this.packages = Files.createDirectories(Path.of("target/packages"));
		Files.copy(Release.file("campanile_.*_all\\.deb"), this.packages.resolve("first.deb"),
				StandardCopyOption.REPLACE_EXISTING);
		this.machine = new MachineCopy(this.folder.resolve("machine"), this.packages);
		// Wherever the machine has its Java from, apt may know nothing of it.
		this.machine.run("""
				mkdir -p /tmp/java/DEBIAN
				cat >/tmp/java/DEBIAN/control <<'END'
				Package: some-java
				Version: 25
				Architecture: all
				Provides: java25-runtime-headless
				Maintainer: Nobody <nobody@example.org>
				Description: the Java that this machine has
				END
				dpkg-deb --build /tmp/java /tmp/some-java.deb
				dpkg -i /tmp/some-java.deb
				""");
	}

	@Test
	void whenInstalledUpgradedRemovedAndPurgedThenEditsAndKeysStayUntilPurged() throws Exception {
		install();
		configureAndStart();
		upgrade();
		remove();
		installAgain();
		purge();
	}

	private void install() throws Exception {
		assertThat(this.machine.run("dpkg -i /mnt/first.deb")).contains("not started yet",
				"campanile check --home /etc/campanile", "systemctl enable --now campanile");
		assertThat(this.machine.run("id campanile")).contains("(campanile)");
		assertThat(modes("/etc/campanile/application.yaml", "/etc/campanile/environment"))
			.containsExactly("root:campanile 640", "root:root 600");
		assertThat(modes("/etc/campanile/secrets")).containsExactly("root:campanile 750");
		assertThat(modes("/var/lib/campanile", "/var/log/campanile", "/var/lib/campanile/credentials"))
			.containsExactly("campanile:campanile 750", "campanile:campanile 750", "campanile:campanile 700");
		assertThat(this.machine.run(LINKS).lines()).containsExactly("/var/lib/campanile/credentials",
				"/var/lib/campanile/work");
		assertThat(this.machine.run("dpkg -V campanile")).as("files as packaged").doesNotContain("/usr/");
		assertThat(this.machine.run("bash -n /usr/share/bash-completion/completions/campanile")).isEmpty();
		assertThat(this.machine.run("campanile check --home /etc/campanile 2>&1 || true"))
			.as("what is still to be done")
			.contains("the credential ldap-password");
	}

	private void configureAndStart() throws Exception {
		Ports ports = new Ports();
		int port = ports.near(0);
		this.machine.run("""
				sed -i 's,ldaps://ldap.example.edu,ldaps://127.0.0.1:9,' /etc/campanile/application.yaml
				cat >>/etc/campanile/application.yaml <<'END'
				  audit:
				    file: /var/log/campanile/audit.log
				server: {port: %d}
				management: {server: {port: %d}}
				END
				echo secret >/etc/campanile/secrets/ldap-password
				""".formatted(port, ports.near(0)));
		assertThat(this.machine.run("setpriv --reuid campanile --regid campanile --clear-groups cat "
				+ "/etc/campanile/environment 2>&1 || true"))
			.contains("Permission denied");
		Process server = this.machine.command("""
				command=$(sed -n 's/^ExecStart=//p' /usr/lib/systemd/system/campanile.service)
				cd / && exec setpriv --reuid campanile --regid campanile --clear-groups --no-new-privs $command
				""").redirectOutput(this.folder.resolve("server.log").toFile()).start();
		try {
			assertThat(metadata(server, port)).contains("<ds:X509Certificate>");
		}
		finally {
			server.destroy();
			assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
		}
		assertThat(this.machine.run(KEYS)).contains("signing", "sealing");
		assertThat(modes("/var/log/campanile/audit.log")).first().asString().startsWith("campanile:campanile");
	}

	private void upgrade() throws Exception {
		this.machine.run("""
				dpkg-deb -R /mnt/first.deb /tmp/next
				sed -i 's/^Version: .*/Version: 99.0/' /tmp/next/DEBIAN/control
				echo '# A new default.' >>/tmp/next/etc/campanile/application.yaml
				dpkg-deb -Znone --root-owner-group --build /tmp/next /tmp/next.deb
				rm -r /tmp/next
				cp -a /var/lib/campanile/credentials /srv/campanile-keys
				ln -sfn /srv/campanile-keys /etc/campanile/credentials
				""");
		String keys = this.machine.run(KEYS);
		assertThat(this.machine.run("dpkg --force-confold -i /tmp/next.deb; rm /tmp/next.deb"))
			.doesNotContain("not started yet");
		assertThat(this.machine.run("dpkg-query -W -f='${Version}' campanile")).isEqualTo("99.0");
		assertThat(this.machine.run("cat /etc/campanile/application.yaml")).contains("127.0.0.1:9", "audit.log")
			.doesNotContain("# A new default.");
		assertThat(this.machine.run("cat /etc/campanile/application.yaml.dpkg-dist")).contains("# A new default.");
		assertThat(modes("/etc/campanile/application.yaml", "/etc/campanile/environment"))
			.containsExactly("root:campanile 640", "root:root 600");
		assertThat(this.machine.run(LINKS).lines()).containsExactly("/srv/campanile-keys", "/var/lib/campanile/work");
		assertThat(this.machine.run(KEYS)).isEqualTo(keys);
	}

	private void remove() throws Exception {
		String keys = this.machine.run("sha256sum /var/lib/campanile/credentials/*");
		this.machine.run("rm /var/log/campanile/*; mkdir -p /var/cache/campanile/aot && dpkg -r campanile");
		assertThat(this.machine.run("ls -d /usr/share/campanile /usr/bin/campanile /var/cache/campanile 2>&1 || true")
			.lines()).hasSize(3).allMatch(line -> line.contains("No such file"));
		assertThat(this.machine.run("cat /etc/campanile/application.yaml")).contains("127.0.0.1:9");
		assertThat(this.machine.run("sha256sum /var/lib/campanile/credentials/*")).isEqualTo(keys);
	}

	private void installAgain() throws Exception {
		this.machine.run("dpkg --force-confold -i /mnt/first.deb");
		assertThat(modes("/var/lib/campanile", "/var/log/campanile", "/var/cache/campanile"))
			.containsOnly("campanile:campanile 750");
		assertThat(this.machine.run(LINKS).lines()).containsExactly("/srv/campanile-keys", "/var/lib/campanile/work");
	}

	private void purge() throws Exception {
		this.machine.run("dpkg -P campanile");
		assertThat(this.machine.run("find /etc /usr /var -name '*campanile*'")).isEmpty();
		assertThat(this.machine.run("id campanile")).contains("(campanile)");
	}

	private List<String> modes(String... files) throws Exception {
		return this.machine.run("stat -c '%U:%G %a' " + String.join(" ", files)).lines().toList();
	}

	/** Waits until the server answers, and no longer than it runs. */
	private String metadata(Process server, int port) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/idp/metadata"))
			.timeout(Duration.ofSeconds(10))
			.build();
		try (HttpClient client = HttpClient.newHttpClient()) {
			Callable<HttpResponse<String>> ask = () -> client.send(request, HttpResponse.BodyHandlers.ofString());
			assertThatCode(() -> Polling.until(START, () -> !server.isAlive() || ask.call().statusCode() == 200))
				.as(this::log)
				.doesNotThrowAnyException();
			assertThat(server.isAlive()).as(this::log).isTrue();
			return ask.call().body();
		}
	}

	private String log() {
		try {
			return Files.readString(this.folder.resolve("server.log"));
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

}
