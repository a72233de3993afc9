package org.campanile.saml.metadata;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.google.common.io.ByteStreams;
import com.google.common.io.CountingInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.seal.Sha256;

/**
 * Stores private copies of metadata files. A copy is named after its source and its
 * SHA-256, gets its name by an atomic move after it was found valid, and is never
 * changed. So overwriting a source does not affect readers, and the last valid version
 * survives both an invalid one and a restart.
 */
final class CopyStore {

	/**
	 * The maximum length of a source's name within that of the copy, as file systems
	 * allow 255 bytes.
	 */
	private static final int MAX_NAME = 180;

	private static final String DRAFT_SUFFIX = ".draft";

	private static final String CHOSEN = "chosen";

	private static final Logger log = LoggerFactory.getLogger(CopyStore.class);

	private final Path folder;

	private final long maxBytes;

	/**
	 * Opens the store, creating its folder if absent.
	 * @throws IOException if the folder cannot be created or written to
	 */
	CopyStore(Path folder, long maxBytes) throws IOException {
		this.folder = Files.createDirectories(folder);
		this.maxBytes = maxBytes;
		try (DirectoryStream<Path> drafts = Files.newDirectoryStream(folder, "*" + DRAFT_SUFFIX)) {
			for (Path draft : drafts) {
				Files.delete(draft);
			}
		}
	}

	/**
	 * A copy that is not yet known to be valid.
	 *
	 * @param copy the copy, under a temporary name
	 * @param sourceDigest SHA-256 of the source, in hexadecimal
	 */
	record Draft(MetadataCopy copy, String sourceDigest) {
	}

	/**
	 * Copies a source, into UTF-8 without byte order mark.
	 * @throws MetadataRefusedException if it is too large or not in the encoding it
	 * declares
	 */
	Draft draft(String file, InputStream source) throws MetadataRefusedException, IOException {
		if (encode(file).length() > MAX_NAME) {
			throw new MetadataRefusedException("has too long a name; shorten it");
		}
		Path path = Files.createTempFile(folder, "incoming-", DRAFT_SUFFIX);
		boolean done = false;
		MessageDigest sourceDigest = Sha256.begin();
		MessageDigest copyDigest = Sha256.begin();
		CountingInputStream counted = new CountingInputStream(ByteStreams.limit(source, maxBytes + 1));
		try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
				OutputStream output = new DigestOutputStream(Channels.newOutputStream(channel), copyDigest);
				InputStream input = new BufferedInputStream(new DigestInputStream(counted, sourceDigest))) {
			transcode(input, output);
			checkSize(counted);
			channel.force(true);
			done = true;
		}
		catch (CharacterCodingException ex) {
			// The limit may have cut the source within a character.
			checkSize(counted);
			throw new MetadataRefusedException("is not in the encoding it declares");
		}
		finally {
			if (!done) {
				Files.deleteIfExists(path);
			}
		}
		return new Draft(new MetadataCopy(file, path, hex(copyDigest)), hex(sourceDigest));
	}

	private void checkSize(CountingInputStream counted) throws MetadataRefusedException {
		if (counted.getCount() > maxBytes) {
			throw new MetadataRefusedException(
					"is larger than the " + maxBytes + " bytes that campanile.metadata.max-file-size allows");
		}
	}

	private static void transcode(InputStream input, OutputStream output) throws MetadataRefusedException, IOException {
		input.mark(XmlEncoding.HEAD + 1);
		XmlEncoding encoding = XmlEncoding.of(input.readNBytes(XmlEncoding.HEAD));
		input.reset();
		input.skipNBytes(encoding.markLength());
		if (encoding.isUtf8()) {
			input.transferTo(output);
			return;
		}
		Reader reader = new InputStreamReader(input,
				encoding.charset()
					.newDecoder()
					.onMalformedInput(CodingErrorAction.REPORT)
					.onUnmappableCharacter(CodingErrorAction.REPORT));
		Writer writer = new OutputStreamWriter(output, StandardCharsets.UTF_8);
		reader.transferTo(writer);
		writer.flush();
	}

	/** The final location of a draft. */
	MetadataCopy named(Draft draft) {
		MetadataCopy copy = draft.copy();
		return new MetadataCopy(copy.file(), folder.resolve(encode(copy.file()) + "." + copy.digest()), copy.digest());
	}

	/** Moves a valid draft to its final name. */
	void keep(Draft draft) throws IOException {
		Files.move(draft.copy().path(), named(draft).path(), StandardCopyOption.ATOMIC_MOVE,
				StandardCopyOption.REPLACE_EXISTING);
	}

	/** Deletes a draft; does nothing if it was kept. */
	void discard(Draft draft) throws IOException {
		Files.deleteIfExists(draft.copy().path());
	}

	/** Returns the SHA-256 digest of a source, in hexadecimal. */
	String digest(Path source) throws IOException {
		try (DigestInputStream input = new DigestInputStream(Files.newInputStream(source), Sha256.begin())) {
			input.transferTo(OutputStream.nullOutputStream());
			return hex(input.getMessageDigest());
		}
	}

	/** The undamaged copies of a source, the latest last. */
	List<MetadataCopy> of(String file) throws IOException {
		List<Path> candidates = new ArrayList<>();
		for (Path path : copies()) {
			if (file.equals(source(path))) {
				candidates.add(path);
			}
		}
		candidates.sort(Comparator.comparing((Path path) -> path.toFile().lastModified()));
		List<MetadataCopy> undamaged = new ArrayList<>();
		for (Path path : candidates) {
			String digest = digest(path);
			if (path.toString().endsWith("." + digest)) {
				undamaged.add(new MetadataCopy(file, path, digest));
			}
			else {
				log.warn("{}: damaged, not used as a copy of {}", path, file);
			}
		}
		return undamaged;
	}

	/** The names of all sources that have copies. */
	Set<String> sources() throws IOException {
		return copies().stream().map(CopyStore::source).collect(Collectors.toSet());
	}

	/** Removes every copy that is not listed. */
	void retain(Collection<MetadataCopy> used) throws IOException {
		Set<Path> paths = used.stream().map(MetadataCopy::path).collect(Collectors.toSet());
		for (Path path : copies()) {
			if (!paths.contains(path)) {
				Files.deleteIfExists(path);
			}
		}
	}

	/** Returns what {@link #keepChosen} stored last. */
	Map<String, String> chosen() throws IOException {
		Map<String, String> files = new HashMap<>();
		Path stored = folder.resolve(CHOSEN);
		if (Files.exists(stored)) {
			// A damaged line names no file that exists, and has no effect.
			new String(Files.readAllBytes(stored), StandardCharsets.UTF_8).lines().forEach(line -> {
				int slash = line.indexOf('/');
				files.put(line.substring(slash + 1), line.substring(0, Math.max(0, slash)));
			});
		}
		return files;
	}

	/**
	 * Stores which file serves each service that several name.
	 * @param files by entityID
	 */
	void keepChosen(Map<String, String> files) throws IOException {
		Path stored = folder.resolve(CHOSEN);
		if (files.isEmpty()) {
			Files.deleteIfExists(stored);
			return;
		}
		Path draft = folder.resolve(CHOSEN + DRAFT_SUFFIX);
		Files.write(draft, files.entrySet().stream().map(file -> file.getValue() + "/" + file.getKey()).toList());
		Files.move(draft, stored, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
	}

	private List<Path> copies() throws IOException {
		List<Path> copies = new ArrayList<>();
		try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder,
				path -> path.getFileName().toString().matches(".+\\.[0-9a-f]{64}"))) {
			paths.forEach(copies::add);
		}
		return copies;
	}

	private static String source(Path copy) {
		String name = copy.getFileName().toString();
		return URLDecoder.decode(name.substring(0, name.lastIndexOf('.')), StandardCharsets.UTF_8);
	}

	private static String encode(String file) {
		return URLEncoder.encode(file, StandardCharsets.UTF_8);
	}

	private static String hex(MessageDigest digest) {
		return HexFormat.of().formatHex(digest.digest());
	}

}
