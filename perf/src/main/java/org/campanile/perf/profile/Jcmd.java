package org.campanile.perf.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The JDK's {@code jcmd}, asked about one virtual machine. Immutable. */
final class Jcmd {

	private static final long LIMIT_SECONDS = 120;

	private final Path program;

	private final long pid;

	/**
	 * @param pid of a virtual machine of this account
	 * @throws ProfilingException if this program does not run on a JDK
	 */
	Jcmd(long pid) throws ProfilingException {
		this.program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
		this.pid = pid;
		if (!Files.isExecutable(program)) {
			throw new ProfilingException(program + ": is not there; run the measurements with a JDK, not a JRE");
		}
	}

	/**
	 * What the virtual machine answers.
	 * @throws ProfilingException if it refuses, cannot be reached, or does not answer
	 */
	String ask(String... command) throws IOException, InterruptedException {
		List<String> line = new ArrayList<>(List.of(program.toString(), Long.toString(pid)));
		line.addAll(List.of(command));
		Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
		try {
			CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> read(process));
			if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
				throw failed(command[0], "no answer within " + LIMIT_SECONDS + " s");
			}
			String text = answer.join();
			if (process.exitValue() != 0) {
				throw failed(command[0], reason(text));
			}
			return text;
		}
		finally {
			process.destroyForcibly();
		}
	}

	private ProfilingException failed(String command, String reason) {
		return new ProfilingException("process " + pid + ", " + command + ": " + reason
				+ "; it must be a Java process of this account that allows to be attached to");
	}

	private static String reason(String text) {
		return text.lines()
			.map(String::strip)
			.filter(line -> !line.isEmpty() && !line.matches("\\d+:"))
			.findFirst()
			.orElse("refused without a word");
	}

	private static String read(Process process) {
		try (InputStream output = process.getInputStream()) {
			return new String(output.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

}
