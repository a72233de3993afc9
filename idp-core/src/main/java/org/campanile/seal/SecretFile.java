package org.campanile.seal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Creates the files in which this server keeps its secrets. */
public final class SecretFile {

	private SecretFile() {
	}

	/**
	 * Creates a file that only its owner can read, and its folder if there is none.
	 * @return whether this call created it; false if another process did meanwhile
	 */
	public static boolean create(Path file, byte[] content) throws IOException {
		Path folder = file.toAbsolutePath().getParent();
		if (folder == null) {
			throw new IOException(file + " has no parent folder");
		}
		Files.createDirectories(folder, ownerOnly(folder));
		// Temporary files are readable only by their owner, wherever the file system can.
		Path draft = Files.createTempFile(folder, "." + file.getFileName(), ".new");
		try {
			Files.write(draft, content, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
			return publish(draft, file);
		}
		finally {
			Files.deleteIfExists(draft);
		}
	}

	/**
	 * A link appears whole and, unlike a rename, never replaces a file that another
	 * process has just created and may already be using.
	 */
	private static boolean publish(Path draft, Path file) throws IOException {
		try {
			Files.createLink(file, draft);
		}
		catch (FileAlreadyExistsException ex) {
			return false;
		}
		catch (UnsupportedOperationException | IOException ex) {
			// A file system without hard links.
			Files.move(draft, file);
		}
		return true;
	}

	private static FileAttribute<?>[] ownerOnly(Path folder) {
		return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
				? new FileAttribute<?>[] {
						PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")) }
				: new FileAttribute<?>[0];
	}

}
