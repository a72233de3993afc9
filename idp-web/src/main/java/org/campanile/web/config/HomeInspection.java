package org.campanile.web.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.HomeFolder;
import org.campanile.protocol.ProtocolId;

/** A check of a home folder: its settings and the findings. */
public final class HomeInspection {

	private final ConfigurationReport configuration;

	private final HomeFolder home;

	private final InstantSource clock;

	private final List<HomePart> parts;

	private final SecureRandom random = new SecureRandom();

	private final Faults faults = new Faults();

	private final Set<String> warnings = new LinkedHashSet<>();

	private final SummaryLines summary = new SummaryLines();

	HomeInspection(ConfigurationReport configuration, HomeFolder home, InstantSource clock, List<HomePart> parts) {
		this.parts = parts;
		this.configuration = configuration;
		this.home = home;
		this.clock = clock;
	}

	/** The ids of all services in that home, of every protocol. */
	public Set<String> serviceIds() {
		return parts.stream().flatMap(part -> part.serviceIds(this).stream()).collect(Collectors.toUnmodifiableSet());
	}

	public Set<String> protocols() {
		return parts.stream()
			.flatMap(part -> Stream.ofNullable(part.protocol()))
			.map(ProtocolId::code)
			.collect(Collectors.toUnmodifiableSet());
	}

	/** The settings of that home, free of errors. */
	public ConfigurationReport configuration() {
		return configuration;
	}

	public <T> T group(Class<T> type) {
		return configuration.group(type);
	}

	public HomeFolder home() {
		return home;
	}

	public InstantSource clock() {
		return clock;
	}

	public SecureRandom random() {
		return random;
	}

	/** Receives faults that prevent the server from starting. */
	public Faults faults() {
		return faults;
	}

	/** Adds a warning, which does not prevent the server from starting. */
	public void warn(String line) {
		warnings.add(line);
	}

	/** Receives the lines of the summary. */
	public SummaryLines summary() {
		return summary;
	}

	/** Files in the folder of credentials. */
	public List<Path> credentials(String glob) {
		return credentials(home, glob);
	}

	/** Lists files like {@link #credentials(String)}, for any home folder. */
	public static List<Path> credentials(HomeFolder home, String glob) {
		List<Path> found = new ArrayList<>();
		if (Files.isDirectory(home.credentials())) {
			try (DirectoryStream<Path> files = Files.newDirectoryStream(home.credentials(), glob)) {
				files.forEach(found::add);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(home.credentials() + ": cannot be listed", ex);
			}
		}
		return found;
	}

	/** Reads something from the folder of credentials. */
	@FunctionalInterface
	public interface Loading {

		Object from(Path folder) throws IOException;

	}

	/** Loads from the folder of credentials if it contains such a file. */
	public void loadIfPresent(String glob, Loading loading) {
		if (credentials(glob).isEmpty()) {
			return;
		}
		faults.check(() -> {
			try {
				loading.from(home.credentials());
			}
			catch (IOException ex) {
				throw new IllegalArgumentException(
						home.credentials() + ": " + glob + " cannot be read (" + ex + "); make it readable", ex);
			}
		});
	}

	HomeReport report() {
		return new HomeReport(faults.lines(), List.copyOf(warnings), summary.lines());
	}

}
