package org.campanile.demo.cluster;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.web.command.Campanile;

/**
 * The command line of a node, with the Java runtime and the class path of this process.
 */
final class NodeCommandLine {

	/**
	 * The options that give libraries access to the JDK, the same as in
	 * {@code bin/jvm.options}.
	 */
	static final List<String> OPENED = List.of("--enable-native-access=ALL-UNNAMED", "--add-modules=java.se",
			"--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED",
			"--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.management/sun.management=ALL-UNNAMED",
			"--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

	/**
	 * A heap so small that three nodes fit on a small machine. Its objects have the
	 * headers of {@code bin/jvm.options}, or the AOT cache would not fit.
	 */
	private static final List<String> SMALL = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:MaxMetaspaceSize=256m",
			"-XX:+UseCompactObjectHeaders", "-XX:+ExitOnOutOfMemoryError");

	private NodeCommandLine() {
	}

	/**
	 * @param packaged the packaged server; empty for the class path of this process
	 */
	static List<String> of(Optional<PackagedServer> packaged, Path home, Map<String, String> settings)
			throws IOException {
		List<String> words = new ArrayList<>();
		words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		words.addAll(OPENED);
		words.addAll(SMALL);
		words.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
		ManagementFactory.getRuntimeMXBean()
			.getInputArguments()
			.stream()
			.filter(option -> option.startsWith("-XX:AOTCache="))
			.forEach(words::add);
		// Of this process, the launcher has decided; the option above says so.
		words.addAll(packaged.isPresent() ? packaged.get().cachedWords()
				: PackagedServer.running()
					.map(PackagedServer::words)
					.orElseGet(() -> List.of("-cp", System.getProperty("java.class.path"), Campanile.class.getName())));
		words.add("demo-node");
		words.add("--home");
		words.add(home.toString());
		settings.forEach((key, value) -> {
			words.add("--set");
			words.add(key + "=" + value);
		});
		return words;
	}

}
