package org.campanile.demo.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.testkit.process.Ports;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.servers.Installed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs {@code bin/campanile demo --cluster} and {@code demo --store} in separate
 * processes: users sign in, a node is killed, and however the demo ends, all processes
 * that it started end too.
 */
@Timeout(600)
class ClusterDemoServersIT {

	private static final Pattern SERVED = Pattern
		.compile("(?m)^\\d\\d:\\d\\d:\\d\\d  node[1-3] +\\d{3} +\\d+ ms  POST /idp/login$");

	private static final Pattern NODE = Pattern.compile("(?m)^ +kill -9 (\\d+) +# (node[1-3])");

	@TempDir
	private Path folder;

	private final Ports ports = new Ports();

	private final int port = ports.near(0);

	private final String baseUrl = "http://localhost:" + port + "/idp";

	@Test
	void whenThreeNodesRunThenItTellsWhoServedAndStartsADeadOneAgainAndSigtermEndsAll() throws Exception {
		Installed.NGINX.path();
		try (RunningDemo demo = RunningDemo.start(folder, port, null, "--cluster", "3", "--store", "hazelcast")) {
			demo.awaitReady();
			assertThat(demo.output()).contains("Open            " + baseUrl + "/demo", "Store           Hazelcast",
					"nginx on port " + port, "node1 is ready", "node2 is ready", "node3 is ready");
			Browser person = signedIn();
			await(demo, SERVED);
			Set<ProcessHandle> started = started();
			assertThat(started).hasSizeGreaterThanOrEqualTo(5);

			Matcher node = NODE.matcher(demo.output());
			assertThat(node.find()).isTrue();
			assertThat(Files.readString(Path.of("/proc", node.group(1), "maps"))).as("it starts from the AOT cache")
				.contains("/classes.aot");
			ProcessHandle.of(Long.parseLong(node.group(1))).orElseThrow().destroyForcibly();
			assertThat(arrives(person.open(baseUrl + "/demo/sign-in"))).as("without a password").isTrue();
			await(demo, Pattern.compile(node.group(2) + " has exited \\(status 137\\); it is started again"));
			await(demo, Pattern.compile(node.group(2) + " is ready again: process \\d+"));
			assertThat(arrives(person.open(baseUrl + "/demo/sign-in"))).as("without a password").isTrue();

			Set<ProcessHandle> last = started();
			demo.signal("TERM");
			assertThat(demo.status()).isEqualTo(143);
			assertThat(demo.output()).contains("-- Stopping").doesNotContain("Exception");
			assertThatNothingIsLeft(last);
		}
	}

	/**
	 * A killed demo cannot run any cleanup, so each of its processes must notice its end.
	 */
	@Test
	void whenADemoOnPostgresIsKilledThenTheDatabaseEndsByItself() throws Exception {
		try (RunningDemo demo = RunningDemo.start(folder, port, null, "--store", "jpa")) {
			demo.awaitReady();
			assertThat(demo.output()).contains("Store           PostgreSQL on port ");
			signedIn();
			Set<ProcessHandle> started = started();
			assertThat(started.stream().filter(ClusterDemoServersIT::isPostgres)).isNotEmpty();
			demo.signal("KILL");
			assertThat(demo.status()).isEqualTo(137);
			assertThatAllEnd(started);
		}
	}

	private Browser signedIn() {
		Browser person = new Browser();
		assertThat(arrives(person.login(baseUrl + "/demo/sign-in", "alice", "alice-demo"))).isTrue();
		return person;
	}

	private static boolean arrives(Page page) {
		return page.status() == 200 && page.formWith("SAMLResponse").isPresent();
	}

	/**
	 * Returns all processes with the demo's temporary folder on their command line, and
	 * their descendants.
	 */
	private Set<ProcessHandle> started() {
		return ProcessHandle.allProcesses()
			.filter(process -> words(process).contains(folder.toString()))
			.flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
			.collect(Collectors.toSet());
	}

	private static String words(ProcessHandle process) {
		try {
			return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"),
					java.nio.charset.StandardCharsets.ISO_8859_1);
		}
		catch (IOException ended) {
			return "";
		}
	}

	private static boolean isPostgres(ProcessHandle process) {
		return words(process).contains("postgres");
	}

	private void assertThatNothingIsLeft(Set<ProcessHandle> started) throws Exception {
		assertThatAllEnd(started);
		assertThat(Ports.isFree(port)).isTrue();
		try (Stream<Path> files = Files.list(folder)) {
			// The list of claimed ports is shared by all processes of the user, so it
			// stays.
			assertThat(files.filter(Files::isDirectory)
				.map(file -> file.getFileName().toString())
				.filter(name -> name.startsWith("campanile-"))).as("temporary folders").isEmpty();
		}
	}

	private void assertThatAllEnd(Set<ProcessHandle> started) throws Exception {
		for (ProcessHandle process : started) {
			try {
				process.onExit().get(30, TimeUnit.SECONDS);
			}
			catch (TimeoutException ex) {
				throw new AssertionError("left: " + process.pid() + ' ' + words(process), ex);
			}
		}
		assertThat(started()).isEmpty();
	}

	/** Waits as long as the demo waits for a node to start. */
	private static void await(RunningDemo demo, Pattern line) throws InterruptedException {
		for (int i = 0; i < 2400 && !line.matcher(demo.output()).find(); i++) {
			TimeUnit.MILLISECONDS.sleep(50);
		}
		assertThat(demo.output()).containsPattern(line);
	}

}
