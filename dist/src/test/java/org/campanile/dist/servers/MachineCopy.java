package org.campanile.dist.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.campanile.testkit.process.Program;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * This machine's file system, as processes started through it see and change it: what
 * they write is kept in memory and gone when it is closed, and the machine stays as it
 * is. Takes root. Processes and network are the machine's own.
 */
final class MachineCopy implements AutoCloseable {

	private static final Path UNSHARE = new Program("unshare", "util-linux").require();

	private static final Path NSENTER = new Program("nsenter", "util-linux").require();

	/** Mounts nothing that the machine sees; ends when its input does. */
	private static final String MOUNT = """
			set -e
			mount -t tmpfs -o size=2g tmpfs "$0"
			mkdir "$0/changes" "$0/work" "$0/tree"
			mount -t overlay overlay -o "lowerdir=/,upperdir=$0/changes,workdir=$0/work" "$0/tree"
			mount --rbind /proc "$0/tree/proc"
			mount --rbind /dev "$0/tree/dev"
			mount --bind "$1" "$0/tree/mnt"
			echo ready
			exec cat
			""";

	private final Path root;

	private final Process holder;

	/**
	 * @param shared what is at {@code /mnt} of the copy
	 */
	MachineCopy(Path folder, Path shared) throws IOException {
		Path mounted = Files.createDirectories(folder).toRealPath();
		this.root = mounted.resolve("tree");
		this.holder = new ProcessBuilder(UNSHARE.toString(), "--mount", "--propagation", "private", "sh", "-c", MOUNT,
				mounted.toString(), shared.toRealPath().toString())
			.redirectErrorStream(true)
			.start();
		BufferedReader output = this.holder.inputReader();
		String line = output.readLine();
		if (!"ready".equals(line)) {
			throw new IllegalStateException("no copy of this machine, for which root is needed: " + line);
		}
	}

	/** A command in the copy, not started yet. */
	ProcessBuilder command(String script) {
		List<String> words = new ArrayList<>(List.of(NSENTER.toString(),
				"--mount=/proc/" + this.holder.pid() + "/ns/mnt", "chroot", this.root.toString(), "sh", "-c", script));
		ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
		builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
		builder.environment().put("LC_ALL", "C.UTF-8");
		builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
		builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
		return builder;
	}

	/** What a command prints, which must end with success. */
	String run(String script) throws IOException, InterruptedException {
		Process process = command(script).redirectInput(Path.of("/dev/null").toFile()).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
		assertThat(process.exitValue()).as("%s%n%s", script, output).isZero();
		return output.strip();
	}

	@Override
	public void close() throws IOException {
		this.holder.getOutputStream().close();
	}

}
