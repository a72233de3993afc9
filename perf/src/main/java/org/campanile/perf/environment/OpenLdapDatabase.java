package org.campanile.perf.environment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

import org.campanile.perf.load.Population;
import org.campanile.testkit.process.Program;

/**
 * A database for slapd, loaded once for each population and kept: a million people take
 * minutes.
 */
final class OpenLdapDatabase {

	static final Program LOADER = new Program("slapadd", "slapd");

	/** Raised whenever people or indexes change, so that what is kept is made anew. */
	private static final int FORM = 1;

	private OpenLdapDatabase() {
	}

	/**
	 * Loads one, unless it is there.
	 * @param databases where they are kept
	 * @return its folder; never to be written to
	 */
	static Path load(Population people, Path databases) throws IOException {
		Program program = LOADER;
		program.require();
		Files.createDirectories(databases);
		String name = "openldap-" + people.size() + "-" + people.seed() + "-" + FORM;
		Path loaded = databases.resolve(name);
		// Two runs at once: the second waits for what the first makes.
		try (FileChannel channel = FileChannel.open(databases.resolve(name + ".lock"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE); FileLock lock = channel.lock()) {
			if (lock.isValid() && !Files.exists(loaded.resolve("data.mdb"))) {
				Path making = databases.resolve(name + ".part");
				Folders.delete(making);
				make(people, Files.createDirectories(making));
				Folders.delete(loaded);
				Files.move(making.resolve("data"), loaded, StandardCopyOption.ATOMIC_MOVE);
				Folders.delete(making);
			}
		}
		return loaded;
	}

	private static void make(Population people, Path folder) throws IOException {
		Path data = Files.createDirectory(folder.resolve("data"));
		Path configuration = Files.writeString(folder.resolve("slapd.conf"),
				OpenLdap.configuration(folder, data, people.size(), null, false));
		Path log = folder.resolve("slapadd.log");
		Process process = new ProcessBuilder(List.of(LOADER.require().toString(), "-q", "-f", configuration.toString()))
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try (OutputStream entries = process.getOutputStream()) {
			PeopleLdif.write(people, entries);
		}
		catch (IOException ex) {
			process.onExit().join();
			throw new IOException("slapadd failed: " + Files.readString(log).strip(), ex);
		}
		if (process.onExit().join().exitValue() != 0) {
			throw new IOException("slapadd failed: " + Files.readString(log).strip());
		}
	}

}
