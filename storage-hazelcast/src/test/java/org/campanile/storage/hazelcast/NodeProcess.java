package org.campanile.storage.hazelcast;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;

import static org.assertj.core.api.Assertions.assertThat;

/** A member in a JVM of its own, which can be killed and stopped. */
final class NodeProcess implements AutoCloseable {

	private final Process process;

	private final Queue<String> lines = new ConcurrentLinkedQueue<>();

	private NodeProcess(Process process) {
		this.process = process;
		Thread.ofVirtual().start(this::read);
	}

	static NodeProcess start(TestCluster cluster, int number) throws Exception {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
						NodeProcess.class.getName(), cluster.name(), Integer.toString(cluster.backups()),
						Boolean.toString(cluster.isPatient()), Integer.toString(number)));
		cluster.ports().forEach(port -> command.add(port.toString()));
		NodeProcess node = new NodeProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
		node.await("ready");
		return node;
	}

	public static void main(String[] args) throws IOException {
		List<Integer> ports = new ArrayList<>();
		for (int i = 4; i < args.length; i++) {
			ports.add(Integer.valueOf(args[i]));
		}
		TestCluster cluster = new TestCluster(args[0], ports, Integer.parseInt(args[1]), Boolean.parseBoolean(args[2]));
		int number = Integer.parseInt(args[3]);
		HazelcastInstance member = Hazelcast.newHazelcastInstance(cluster.config(cluster.member(number)));
		Node node = Node.of(member);
		say("ready");
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = commands.readLine(); line != null; line = commands.readLine()) {
			String[] words = line.split(" ");
			switch (words[0]) {
				case "load" -> Thread.ofPlatform().daemon().start(() -> node.load(words[1], NodeProcess::say));
				case "mark" -> say("mark " + words[1] + " " + mark(node, words[1]));
				case "take" -> say("take " + words[1] + " " + take(node, words[1]));
				case "record" -> say("record " + words[1] + " " + record(node, words[1]));
				case "find" -> say("find " + words[1] + " " + find(node, words[1]));
				case "stop" -> {
					member.shutdown();
					say("stopped");
				}
				default -> say("unknown " + line);
			}
		}
		Runtime.getRuntime().halt(0);
	}

	private static String mark(Node node, String name) {
		try {
			return Boolean.toString(node.oneTime().setReplayKey("test", name, Node.later()));
		}
		catch (StoreUnavailableException ex) {
			return "refused";
		}
	}

	private static String take(Node node, String name) {
		try {
			return Boolean.toString(node.oneTime().take("test", name).isPresent());
		}
		catch (StoreUnavailableException ex) {
			return "refused";
		}
	}

	private static String record(Node node, String name) {
		try {
			return Boolean.toString(node.records().find(Node.KIND, name).isPresent());
		}
		catch (StoreUnavailableException ex) {
			return "refused";
		}
	}

	private static String find(Node node, String name) {
		try {
			return Boolean.toString(node.sessions().find(Node.key(name)).isPresent());
		}
		catch (StoreUnavailableException ex) {
			return "refused";
		}
	}

	private static void say(String line) {
		synchronized (System.out) {
			System.out.println("node: " + line);
			System.out.flush();
		}
	}

	private void read() {
		try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				if (line.startsWith("node: ")) {
					lines.add(line.substring("node: ".length()));
				}
				else if (line.contains("WARN") || line.contains("ERROR") || line.contains("Exception")) {
					lines.add("log " + line);
				}
			}
		}
		catch (IOException ex) {
			lines.add("gone");
		}
	}

	void tell(String command) {
		try {
			process.outputWriter(StandardCharsets.UTF_8).append(command).append('\n').flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Sends a command and returns its answer. */
	String ask(String command) {
		int before = lines.size();
		tell(command);
		Polling.until(Duration.ofSeconds(20),
				() -> lines.stream().skip(before).anyMatch(line -> line.startsWith(command + " ")));
		String answer = lines.stream()
			.skip(before)
			.filter(line -> line.startsWith(command + " "))
			.findFirst()
			.orElseThrow();
		return answer.substring(command.length() + 1);
	}

	List<String> lines(String first) {
		return lines.stream()
			.filter(line -> line.startsWith(first + " "))
			.map(line -> line.substring(first.length() + 1))
			.toList();
	}

	void await(String line) {
		Polling.until(Duration.ofSeconds(60), () -> lines.contains(line) || !process.isAlive());
		assertThat(lines).contains(line);
	}

	void kill() throws InterruptedException {
		process.destroyForcibly().waitFor();
	}

	/** Stops all of its threads, which looks like a long pause or a dead network. */
	void freeze() throws Exception {
		signal("STOP");
		// Threads that run on another processor continue until they are interrupted.
		Polling.until(Duration.ofSeconds(10), this::isStopped);
	}

	/** Whether the kernel has stopped all of its threads (proc(5)). */
	private boolean isStopped() throws IOException {
		Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
		try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
			for (Path thread : all) {
				String stat = Files.readString(thread.resolve("stat"));
				if (!stat.startsWith("T", stat.lastIndexOf(')') + 2)) {
					return false;
				}
			}
			return true;
		}
	}

	void thaw() throws Exception {
		signal("CONT");
	}

	void signal(String name) throws Exception {
		Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
		assertThat(kill.waitFor()).isZero();
	}

	@Override
	public void close() {
		process.destroyForcibly().onExit().join();
	}

}
