package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** Lists the metadata files of the folder. */
final class MetadataFiles {

	/**
	 * The order of precedence of files: by name without the extension, so that {@code
	 * wiki.xml} comes before {@code wiki-backup.xml}.
	 */
	static final Comparator<String> BY_NAME = Comparator.comparing((String name) -> name.replaceFirst("\\.xml$", ""))
		.thenComparing(Comparator.naturalOrder());

	private MetadataFiles() {
	}

	/** Whether a file of that name is read. */
	static boolean isName(String name) {
		return name.endsWith(".xml") && !name.startsWith(".") && name.indexOf('/') < 0;
	}

	/**
	 * The folder's {@code *.xml} files by name; links are followed, and hidden files,
	 * such as temporary files of editors, are ignored.
	 */
	static Map<String, Path> in(Path folder) throws IOException {
		Map<String, Path> files = new TreeMap<>(BY_NAME);
		try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, "*.xml")) {
			for (Path path : paths) {
				String name = path.getFileName().toString();
				if (isName(name) && Files.isRegularFile(path)) {
					files.put(name, path);
				}
			}
		}
		catch (DirectoryIteratorException ex) {
			throw ex.getCause();
		}
		return files;
	}

}
