package org.campanile.perf.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.Store;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.Systems;

/**
 * Another build of this server, such as the one before a change: one node with sessions
 * in memory, started from its executable jar. Immutable.
 *
 * @param jar the executable jar of {@code idp-web}
 */
record OtherBuild(Path jar) implements Peer {

	static final String SUFFIX = ".jar";

	@Override
	public String name() {
		return jar.toString();
	}

	@Override
	public List<String> missing() {
		return Files.isReadable(jar) ? List.of() : List.of(jar + " cannot be read; name an executable jar of idp-web.");
	}

	@Override
	public void fetch(Consumer<String> progress) throws IOException {
		if (!missing().isEmpty()) {
			throw new IOException(String.join(" ", missing()));
		}
	}

	@Override
	public RunningSystem start(DirectorySpec directory, Path results) throws IOException {
		return Systems.startBuild(jar, SystemSpec.oneNode(Store.MEMORY, directory), results);
	}

}
