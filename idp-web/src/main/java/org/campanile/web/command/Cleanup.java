package org.campanile.web.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

/**
 * The resources that a command has to close or delete when it ends, in reverse order of
 * their creation. Thread-safe.
 */
public final class Cleanup {

	private static final Logger log = LoggerFactory.getLogger(Cleanup.class);

	private final Deque<AutoCloseable> parts = new ArrayDeque<>();

	public synchronized <T extends AutoCloseable> T add(T part) {
		parts.push(part);
		return part;
	}

	/** Creates a temporary folder, which will be deleted with its content. */
	public Path temporaryFolder(String name) throws IOException {
		Path folder = Files.createTempDirectory(name);
		add(() -> delete(folder));
		return folder;
	}

	/** Closes everything, even if some of it fails to close. */
	public synchronized void run() {
		while (!parts.isEmpty()) {
			try {
				parts.pop().close();
			}
			catch (Exception ex) {
				log.warn("Cleanup failed in part: {}", ex.toString());
			}
		}
	}

	private static void delete(Path folder) {
		try {
			FileSystemUtils.deleteRecursively(folder);
		}
		catch (IOException ex) {
			// The system clears its temporary folder in time, and the process is ending
			// anyway.
			Thread.yield();
		}
	}

}
