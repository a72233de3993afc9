package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.perf.environment.ProcessMeter.ProcessTable;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec.Initiator;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.process.JavaProcess;
import org.campanile.perf.process.Programs;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.ResponseExpectations;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class EnvironmentServersIT {

	private static final Population PEOPLE = new Population(1_000);

	private static final DirectorySpec OPENLDAP = new DirectorySpec(DirectorySpec.Kind.OPENLDAP, PEOPLE, false);

	@TempDir
	Path folder = Path.of("");

	@Test
	void whenEverythingIsDebiansThenAPersonSignsInAndNothingIsLeft() throws Exception {
		SystemSpec spec = SystemSpec
			.oneNode(Store.JPA_DURABLE, new DirectorySpec(DirectorySpec.Kind.OPENLDAP, PEOPLE, true))
			.initiatedBy(Initiator.IDP)
			.withNodes(2)
			.withProxy()
			.withLatency(Duration.ofMillis(2), Duration.ofMillis(1))
			.withCpuShare(1.0)
			.withVirtualMachineOption("-Xmx300m");
		List<Long> before = below();
		Map<String, Long> everything = new LinkedHashMap<>();

		try (RunningSystem system = Systems.start(spec, folder)) {
			system.processes().forEach(process -> everything.put(process.name(), process.pid()));
			assertThat(everything).containsOnlyKeys("node1", "node2", "directory", "postgresql", "nginx");
			ProcessMeter meter = ProcessMeter.start(system.processes());
			DecodedAssertion assertion = signOn(system.target(), PEOPLE.username(42), PEOPLE.password(42));

			assertThat(assertion.values("uid")).containsExactly("u000042");
			assertThat(assertion.attributes()).hasSize(Campus.RELEASED.size());
			assertThat(system.counters()).containsEntry("directory binds", 1.0)
				.containsEntry("passwords: authenticated", 1.0)
				.hasEntrySatisfying("store operations", count -> assertThat(count).isPositive());
			assertThat(system.settings()).containsEntry("fsync", "on")
				.containsEntry("synchronous_commit", "on")
				.containsEntry("full_page_writes", "on")
				.containsEntry("commit mode", "durable")
				.hasEntrySatisfying("OpenLDAP version", text -> assertThat(text).startsWith("2."))
				.containsKeys("PostgreSQL version", "nginx version")
				.hasEntrySatisfying("processor share of a node",
						text -> assertThat(text).startsWith("1.0 of a core ("));
			assertThat(ProcessHandle.of(everything.getOrDefault("node1", 0L)).orElseThrow().info().arguments())
				.hasValueSatisfying(words -> assertThat(words).contains("-XX:ActiveProcessorCount=1"));
			system.hold();
			assertThat(signOn(system.target(), PEOPLE.username(43), PEOPLE.password(43)).values("uid"))
				.containsExactly("u000043");
			long empty = system.storedBytes();
			assertThat(system.preload(500)).isPositive();
			assertThat(system.storedBytes()).isGreaterThan(empty + 500 * 500);
			Map<ProcessRole, Double> used = new LinkedHashMap<>();
			for (ProcessResult result : meter.read()) {
				used.merge(result.role(), result.cpuSeconds(), Double::sum);
				assertThat(result.residentBytes()).as(result.name()).isPositive();
			}
			assertThat(used.get(ProcessRole.IDENTITY_PROVIDER)).isPositive();
			assertThat(used.get(ProcessRole.DATABASE)).isPositive();
		}

		assertNothingIsLeft(before);
	}

	@Test
	void whenANodeDoesNotStartThenWhatDidIsEnded() throws Exception {
		List<Long> before = below();
		SystemSpec spec = SystemSpec.oneNode(Store.JPA_FAST, OPENLDAP).with("campanile.session.idle-timout", "1h");

		assertThatIOException().isThrownBy(() -> Systems.start(spec, folder)).withMessageContaining("idle-timout");

		assertNothingIsLeft(before);
	}

	@Test
	void whenHazelcastHasThreeMembersThenAPersonSignsIn() throws Exception {
		List<Long> before = below();
		SystemSpec spec = SystemSpec.oneNode(Store.HAZELCAST, DirectorySpec.embedded(PEOPLE))
			.initiatedBy(Initiator.IDP)
			.withNodes(3)
			.withProxy()
			.withVirtualMachineOption("-Xmx300m");

		try (RunningSystem system = Systems.start(spec, folder)) {
			DecodedAssertion assertion = signOn(system.target(), PEOPLE.username(7), PEOPLE.password(7));

			assertThat(assertion.values("eduPersonPrincipalName")).containsExactly("u000007@example.edu");
			assertThat(system.counters()).hasEntrySatisfying("store operations",
					count -> assertThat(count).isPositive());
		}

		assertNothingIsLeft(before);
	}

	@Test
	void whenThereIsASecondDirectoryThenSomeAttributesComeFromIt() throws Exception {
		SystemSpec spec = SystemSpec.oneNode(Store.MEMORY, DirectorySpec.embedded(PEOPLE))
			.initiatedBy(Initiator.IDP)
			.with(SystemSpec.Extra.SECOND_DIRECTORY);

		try (RunningSystem system = Systems.start(spec, folder)) {
			DecodedAssertion assertion = signOn(system.target(), PEOPLE.username(7), PEOPLE.password(7));

			assertThat(assertion.attributes()).hasSize(Campus.RELEASED.size());
			assertThat(assertion.values("employeeNumber")).containsExactly("1000007");
			assertThat(system.counters()).containsEntry("attribute source second: requests", 1.0);
			assertThat(system.settings()).containsKeys("directory", "second directory");
			assertThat(system.processes()).extracting(RunningSystem.MeasuredProcess::name)
				.contains("directory", "second directory");
		}
	}

	@Test
	void whenPagesAreBehindTheGateThenASignedInUserPassesInAllThreeWays() throws Exception {
		SystemSpec spec = SystemSpec.oneNode(Store.MEMORY, DirectorySpec.embedded(PEOPLE)).with(SystemSpec.Extra.GATE);

		try (RunningSystem system = Systems.start(spec, folder)) {
			for (Protocol protocol : GatedPages.SITES.keySet()) {
				Target target = system.by(protocol).target();
				Browser browser = new Browser().withHeader("Accept", "text/html");
				Page form = browser.open(URI.create(target.start().toString().replace(Target.ANY_PAGE, "7")));
				Page page = browser.submit(form.loginForm()
					.with(target.form().username(), PEOPLE.username(7))
					.with(target.form().password(), PEOPLE.password(7)));
				assertThat(page.url().getPath()).endsWith("/7");
				assertThat(page.body()).hasSize(14 * 1_024);
			}
			assertThat(system.by(Protocol.CAS).target().start().getPath()).endsWith("/cas/login");
		}
	}

	/**
	 * The harness may be killed; its child processes then end as they read the end of
	 * input.
	 */
	@Test
	void whenTheHarnessIsKilledThenItsProcessesEnd() throws Exception {
		Process harness = new ProcessBuilder(command()).redirectError(folder.resolve("harness.log").toFile()).start();
		List<Long> children = new ArrayList<>();
		try (var lines = harness.inputReader()) {
			String line = lines.readLine();
			assertThat(line).as(Files.readString(folder.resolve("harness.log"))).startsWith("up");
			ProcessTable.read().tree(harness.pid()).stream().filter(pid -> pid != harness.pid()).forEach(children::add);
			assertThat(children).hasSizeGreaterThan(4);
		}
		finally {
			harness.destroyForcibly().onExit().join();
		}

		awaitEnd(children);
	}

	/** A harness in a process of its own, which starts a system and waits forever. */
	static final class Harness {

		private Harness() {
		}

		public static void main(String[] arguments) throws IOException, InterruptedException {
			RunningSystem system = Systems.start(SystemSpec.oneNode(Store.JPA_DURABLE, OPENLDAP).withProxy(),
					Path.of(arguments[0]));
			System.out.println("up " + system.target().start());
			Thread.currentThread().join();
		}

	}

	/**
	 * When asked to end, the harness ends its processes itself, and deletes their files.
	 */
	@Test
	void whenTheHarnessIsAskedToEndThenNothingIsLeft() throws Exception {
		Process harness = new ProcessBuilder(command()).redirectError(folder.resolve("harness.log").toFile()).start();
		try (var lines = harness.inputReader()) {
			assertThat(lines.readLine()).as(Files.readString(folder.resolve("harness.log"))).startsWith("up");
			List<Long> children = ProcessTable.read().tree(harness.pid());

			harness.destroy();

			harness.onExit().join();
			awaitEnd(children);
		}
		finally {
			harness.destroyForcibly();
		}
		assertThat(systemFolders()).isEmpty();
	}

	private static DecodedAssertion signOn(Target target, String username, String password) throws Exception {
		Browser browser = new Browser();
		Form form = browser.open(target.start()).loginForm();
		Page answer = browser
			.submit(form.with(target.form().username(), username).with(target.form().password(), password));
		TrustedIdentityProvider trusted = TrustedIdentityProvider.of(Files.readAllBytes(target.metadata()));
		return new VirtualServiceProvider(target.serviceProvider()).open()
			.decode(answer.samlResponse(),
					ResponseExpectations.of(trusted, VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE,
							InResponseToCheck.unsolicited()))
			.success();
	}

	private List<String> command() {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		String server = System.getProperty(Installation.SERVER_PROPERTY);
		if (server != null) {
			command.add("-D" + Installation.SERVER_PROPERTY + "=" + server);
		}
		// As bin/campanile perf sets it, to print nothing but perf's own output.
		command.add("-Dlogback.configurationFile=org/campanile/perf/logback-perf.xml");
		command.addAll(JavaProcess.here(Harness.class));
		command.add(folder.toString());
		return command;
	}

	private void assertNothingIsLeft(List<Long> before) throws IOException {
		List<Long> left = new ArrayList<>(below());
		left.removeAll(before);
		assertThat(left).as("processes that are left").isEmpty();
		assertThat(systemFolders()).isEmpty();
	}

	private List<Path> systemFolders() throws IOException {
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter(file -> file.getFileName().toString().startsWith("system-")).toList();
		}
	}

	private static void awaitEnd(List<Long> processes) throws IOException {
		long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
		while (processes.stream().anyMatch(pid -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent())) {
			if (System.nanoTime() > end) {
				throw new AssertionError("still there: " + processes.stream()
					.flatMap(pid -> ProcessHandle.of(pid).stream())
					.map(process -> process.info().commandLine().orElse("?"))
					.toList());
			}
			Programs.pause("the end");
		}
	}

	/** Returns the ids of this process's descendants. */
	private static List<Long> below() throws IOException {
		return ProcessTable.read().tree(ProcessHandle.current().pid());
	}

}
