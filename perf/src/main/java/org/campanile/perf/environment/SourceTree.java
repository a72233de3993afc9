package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The sources that a program was built from.
 *
 * @param commit such as {@code 0123abcd}, with {@code +} if files were changed since;
 * empty without git, or if the program does not lie in a source tree
 * @param committed the day of the commit, such as {@code 2026-01-31}; empty if unknown
 */
public record SourceTree(String commit, String committed) {

	private static final SourceTree NONE = new SourceTree("", "");

	/** How long git may take; on a slow disk it is not worth waiting longer. */
	private static final long PATIENCE_SECONDS = 20;

	/** Returns the source tree that this program lies in. */
	public static SourceTree here() {
		try {
			Path place = Path.of(SourceTree.class.getProtectionDomain().getCodeSource().getLocation().toURI());
			return of(place.resolveSibling(""));
		}
		catch (URISyntaxException ex) {
			return NONE;
		}
	}

	/** Returns the source tree that a folder lies in. */
	static SourceTree of(Path folder) {
		try {
			String commit = git(folder, "rev-parse", "--short=8", "HEAD");
			String changes = git(folder, "status", "--porcelain", "--untracked-files=no");
			return new SourceTree(changes.isEmpty() ? commit : commit + "+",
					git(folder, "show", "--no-patch", "--format=%cs", "HEAD"));
		}
		catch (IOException ex) {
			// Without git, the version of the jar says what was measured.
			return NONE;
		}
	}

	/**
	 * @throws IOException if git is not installed or fails
	 */
	private static String git(Path folder, String... words) throws IOException {
		List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
		command.addAll(List.of(words));
		Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		try {
			String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
			if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
				throw new IOException("git " + words[0] + " did not answer");
			}
			return answer;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("interrupted while git was asked", ex);
		}
		finally {
			process.destroy();
		}
	}

}
