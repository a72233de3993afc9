package org.campanile.perf.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the process that makes loads is started.
 *
 * @param words of the command line
 */
record LoadCommand(List<String> words) {

	/** What Gatling asks for, a heap for thousands of users, and little to say. */
	private static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx1g", "-XX:+UseParallelGC",
			"--add-opens=java.base/java.lang=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
			"--sun-misc-unsafe-memory-access=allow", "-Dlogback.configurationFile=org/campanile/perf/logback-perf.xml");

	/**
	 * Gatling asks a public server for its own latest version, and notes the answer in
	 * the home of whoever runs it. Nothing is to leave the machine: a proxy that is not
	 * there stops it, and the load itself asks no proxy.
	 */
	private static final List<String> SILENCE = List.of("-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9",
			"-Dhttp.proxyHost=127.0.0.1", "-Dhttp.proxyPort=9", "-Dhttp.nonProxyHosts=",
			"-Djava.util.prefs.userRoot=" + System.getProperty("java.io.tmpdir"));

	LoadCommand {
		words = List.copyOf(words);
	}

	/** With the Java and the class path of this process. */
	static LoadCommand ofThisProcess() {
		return of(System.getProperty("java.home"), System.getProperty("java.class.path"));
	}

	static LoadCommand of(String javaHome, String classPath) {
		List<String> words = new ArrayList<>();
		words.add(Path.of(javaHome, "bin", "java").toString());
		words.addAll(OPTIONS);
		words.addAll(SILENCE);
		words.addAll(List.of("-cp", classPath, LoadProcess.class.getName()));
		return new LoadCommand(words);
	}

}
