package org.campanile.testkit.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code bin/campanile aot} makes of the server's executable jar, so that it starts
 * in half the processor time.
 *
 * @param jar the jar without its libraries, which are in a folder beside it
 * @param classes the cache of loaded and linked classes
 */
public record AotCache(Path jar, Path classes) {

	/**
	 * Returns the cache of a jar; empty if there is none, or of another build, or in a
	 * folder that was moved.
	 * @param executableJar the jar that is shipped
	 */
	public static Optional<AotCache> of(Path executableJar) throws IOException {
		String name = executableJar.getFileName().toString();
		Path folder = executableJar.resolveSibling(name.replaceFirst("\\.jar$", "") + "-aot");
		Path classes = folder.resolve("classes.aot");
		// By this file bin/campanile knows the jar: it has the jar's time, and its size
		// in the first line. The last line is the folder, as the JDK ends with a cache
		// that was moved.
		Path madeOf = folder.resolve("made-of");
		if (!Files.isReadable(classes) || !Files.isReadable(madeOf)
				|| !Files.getLastModifiedTime(madeOf).equals(Files.getLastModifiedTime(executableJar))) {
			return Optional.empty();
		}
		List<String> lines = Files.readAllLines(madeOf);
		boolean fits = !lines.isEmpty() && lines.getFirst().strip().equals(Long.toString(Files.size(executableJar)))
				&& lines.getLast().equals(folder.toRealPath().toString());
		return fits ? Optional.of(new AotCache(folder.resolve(name), classes)) : Optional.empty();
	}

	/**
	 * Returns the option that makes a virtual machine use the cache. With other options
	 * than those of {@code bin/jvm.options} the cache may not fit; then the machine
	 * starts as without it.
	 */
	public String option() {
		return "-XX:AOTCache=" + classes;
	}

}
