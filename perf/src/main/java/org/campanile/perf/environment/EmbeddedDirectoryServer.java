package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** An {@link EmbeddedDirectoryMain}, from where its process is not. */
final class EmbeddedDirectoryServer implements DirectoryServer {

	/** Beyond it the heap would be larger than most machines spare. */
	private static final int MOST = 200_000;

	private static final int HEAP_BASE_MEGABYTES = 256;

	/** What a person takes, with room to spare; measured 8 KB. */
	private static final int KILOBYTES_EACH = 12;

	private final JavaProcess process;

	private final URI address;

	private final @Nullable Path certificate;

	private final int people;

	private EmbeddedDirectoryServer(JavaProcess process, URI address, @Nullable Path certificate, int people) {
		this.process = process;
		this.address = address;
		this.certificate = certificate;
		this.people = people;
	}

	/**
	 * Starts it; returns when it answers.
	 * @param folder for its files
	 */
	static EmbeddedDirectoryServer start(DirectorySpec spec, Path folder) throws IOException {
		int people = spec.people().size();
		if (people > MOST) {
			throw new IllegalArgumentException(
					"the embedded directory holds " + MOST + " people at most, and not " + people + "; use OpenLDAP");
		}
		Files.createDirectories(folder);
		ServerCertificate certificate = spec.secure() ? ServerCertificate.make(folder) : null;
		List<String> words = new ArrayList<>();
		words.add("-Xmx" + (HEAP_BASE_MEGABYTES + (long) people * KILOBYTES_EACH / 1024) + "m");
		words.addAll(Installation.here(EmbeddedDirectoryMain.class));
		words.add(Integer.toString(people));
		words.add(Long.toString(spec.people().seed()));
		if (certificate != null) {
			words.add(certificate.keyStore().toString());
			words.add(ServerCertificate.PASSWORD);
		}
		JavaProcess process = JavaProcess.start("directory", words, folder.resolve("output.log"));
		try {
			String port = process.answer(Duration.ofSeconds(120 + people / 500));
			return new EmbeddedDirectoryServer(process,
					URI.create((spec.secure() ? "ldaps" : "ldap") + "://127.0.0.1:" + port),
					certificate == null ? null : certificate.certificate(), people);
		}
		catch (IOException ex) {
			process.close();
			throw ex;
		}
	}

	@Override
	public URI address() {
		return address;
	}

	@Override
	public @Nullable Path certificate() {
		return certificate;
	}

	@Override
	public long pid() {
		return process.pid();
	}

	@Override
	public Map<String, String> settings() {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("directory", "UnboundID in-memory server, " + people + " people, indexes on uid and mail, "
				+ address.getScheme() + ", passwords {SSHA}");
		return settings;
	}

	@Override
	public void close() {
		process.close();
	}

}
