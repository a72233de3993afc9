package org.campanile.web.cas.registry;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.cas.CasService;
import org.jspecify.annotations.Nullable;

/**
 * The content of a file of the folder. It is served as a whole or not at all.
 *
 * @param name of the file
 * @param entries its services
 * @param problems what is wrong with it
 */
record ServiceFile(String name, List<Entry> entries, List<Problem> problems) {

	ServiceFile {
		entries = List.copyOf(entries);
		problems = List.copyOf(problems);
	}

	/**
	 * A service.
	 *
	 * @param place where it stands, as {@code FILE:LINE}
	 * @param end the time from which it is no longer served; null for never
	 */
	record Entry(CasService service, String place, @Nullable Instant end) {
	}

	/**
	 * A finding.
	 *
	 * @param fault whether the file cannot be served; otherwise it is a warning
	 * @param message place, key, reason and remedy, in one line
	 */
	record Problem(boolean fault, String message) {
	}

	/** Collects the findings in one file. Used by one thread at a time. */
	static final class Notes {

		private static final Pattern LINE = Pattern.compile("[^:]*:([0-9]{1,9}): ");

		private final List<Problem> problems = new ArrayList<>();

		/**
		 * Adds a fault that keeps the file from being served.
		 * @param place as {@code FILE:LINE}
		 * @param reason beginning with the key
		 */
		void fault(String place, String reason) {
			problems.add(new Problem(true, place + ": " + reason));
		}

		/** Adds a warning; the file is served all the same. */
		void warn(String place, String reason) {
			problems.add(new Problem(false, place + ": " + reason));
		}

		/** Returns the problems in the order of their lines. */
		List<Problem> problems() {
			return problems.stream().sorted(Comparator.comparingInt(Notes::line)).toList();
		}

		private static int line(Problem problem) {
			Matcher line = LINE.matcher(problem.message());
			return line.lookingAt() ? Integer.parseInt(line.group(1)) : 0;
		}

	}

	boolean isFaulty() {
		return problems.stream().anyMatch(Problem::fault);
	}

	/**
	 * Returns the same file with no service enabled. Their addresses remain theirs:
	 * otherwise a service with a wider pattern would own them, without their
	 * restrictions.
	 */
	ServiceFile closed() {
		return new ServiceFile(name,
				entries.stream()
					.map(entry -> new Entry(entry.service().disabled(), entry.place(), entry.end()))
					.toList(),
				List.of());
	}

	/** Whether no service is enabled. */
	boolean isClosed() {
		return entries.stream().noneMatch(entry -> entry.service().enabled());
	}

	/**
	 * Reads a file.
	 * @param context what it refers to
	 */
	static ServiceFile read(String name, byte[] content, ServiceContext context) {
		Notes notes = new Notes();
		List<Entry> entries = new ArrayList<>();
		if (isBlank(content)) {
			notes.fault(name, "holds no service; put back what it said, or remove the file");
		}
		else if (name.endsWith(".json")) {
			CasServerService.read(name, content, context.attributeIds(), notes).ifPresent(entries::add);
		}
		else {
			entries.addAll(ServiceProperties.read(name, content, context, notes));
		}
		return new ServiceFile(name, entries, notes.problems());
	}

	/**
	 * Whether the content is that of a file whose writing has just begun. If it counted,
	 * services with wider patterns would own the URLs of its services meanwhile.
	 */
	private static boolean isBlank(byte[] content) {
		return new String(content, StandardCharsets.UTF_8).lines()
			.map(String::strip)
			.allMatch(line -> line.isEmpty() || line.startsWith("#") || line.equals("---"));
	}

}
