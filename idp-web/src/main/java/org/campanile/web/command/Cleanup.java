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
 * What a command leaves behind unless it is ended: the newest goes first. Thread-safe.
 */
public final class Cleanup {

	private static final Logger log = LoggerFactory.getLogger(Cleanup.class);

	private final Deque<AutoCloseable> parts = new ArrayDeque<>();

	public synchronized <T extends AutoCloseable> T add(T part) {
		parts.push(part);
		return part;
	}

	/** A temporary folder, deleted with all that is in it. */
	public Path temporaryFolder(String name) throws IOException {
		Path folder = Files.createTempDirectory(name);
		add(() -> delete(folder));
		return folder;
	}

	/** Ends everything; what fails keeps no other from it. */
	public synchronized void run() {
		while (!parts.isEmpty()) {
			try {
				parts.pop().close();
			}
			catch (Exception ex) {
				log.warn("Not everything was ended: {}", ex.toString());
			}
		}
	}

	private static void delete(Path folder) {
		try {
			FileSystemUtils.deleteRecursively(folder);
		}
		catch (IOException ex) {
			// The system clears its temporary folder in time; at the end of the process
			// there is nobody to tell.
			Thread.yield();
		}
	}

}
