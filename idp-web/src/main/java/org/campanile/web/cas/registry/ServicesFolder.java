package org.campanile.web.cas.registry;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.campanile.web.cas.registry.ServiceFile.Problem;

/**
 * The files of the folder of CAS services.
 *
 * @param path the folder
 */
record ServicesFolder(Path path) {

	/** The maximum size of a file, in bytes. */
	static final long MAX_FILE = 10L * 1024 * 1024;

	private static final String FILES = "*.{yaml,yml,json}";

	/**
	 * Returns the files by name, which is the order of their services; links are
	 * followed, hidden files are ignored.
	 * @return empty if there is no folder
	 */
	Map<String, Path> files() throws IOException {
		Map<String, Path> files = new TreeMap<>();
		try (DirectoryStream<Path> paths = Files.newDirectoryStream(path, FILES)) {
			for (Path file : paths) {
				String name = String.valueOf(file.getFileName());
				if (!name.startsWith(".") && Files.isRegularFile(file)) {
					files.put(name, file);
				}
			}
		}
		catch (NoSuchFileException ex) {
			return Map.of();
		}
		catch (DirectoryIteratorException ex) {
			throw ex.getCause();
		}
		return files;
	}

	/** Files that are not read, usually because their name is wrong. */
	List<String> ignored() throws IOException {
		if (!Files.isDirectory(path)) {
			return List.of();
		}
		try (Stream<Path> files = Files.list(path)) {
			return files.filter(Files::isRegularFile)
				.map(file -> String.valueOf(file.getFileName()))
				.filter(name -> !name.startsWith(".") && !name.matches(".*\\.(yaml|yml|json)"))
				.sorted()
				.map(name -> name
						+ ": ignored, as its name does not end in .yaml, .yml or .json; rename it, or move it "
						+ "elsewhere")
				.toList();
		}
	}

	/**
	 * The content of a file.
	 * @throws IOException if it cannot be read, or is too large
	 */
	static byte[] content(Path file) throws IOException {
		if (Files.size(file) > MAX_FILE) {
			throw new IOException("it is larger than " + MAX_FILE / 1024 / 1024 + " MB; split it");
		}
		return Files.readAllBytes(file);
	}

	/**
	 * Reads all files.
	 * @param context what they refer to
	 */
	List<ServiceFile> read(ServiceContext context) throws IOException {
		List<ServiceFile> read = new ArrayList<>();
		for (Map.Entry<String, Path> file : files().entrySet()) {
			try {
				read.add(ServiceFile.read(file.getKey(), content(file.getValue()), context));
			}
			catch (IOException ex) {
				read.add(new ServiceFile(file.getKey(), List.of(), List.of(unreadable(file.getKey(), ex))));
			}
		}
		return read;
	}

	static Problem unreadable(String name, IOException ex) {
		return new Problem(true, name + ": cannot be read (" + ex.getMessage() + ")");
	}

}
