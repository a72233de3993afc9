package org.campanile.perf.load;

import java.util.Optional;

import org.campanile.perf.load.LoadGenerator.Progress;

/** One line from the process that makes the load to the one that asked for it. */
sealed interface LoadMessage {

	/** Tells our lines from what Gatling says. */
	String PREFIX = "campanile-load ";

	String line();

	/** The load is under way. */
	record UnderWay(Progress progress) implements LoadMessage {

		@Override
		public String line() {
			return PREFIX + "progress " + progress.fraction() + " " + progress.logins() + " " + progress.failures()
					+ " " + progress.measuring() + " " + progress.over();
		}

	}

	/** The result is written. */
	record Done() implements LoadMessage {

		@Override
		public String line() {
			return PREFIX + "done";
		}

	}

	/** There is no result. */
	record Failed(String reason) implements LoadMessage {

		@Override
		public String line() {
			return PREFIX + "failed " + reason.replaceAll("\\s+", " ");
		}

	}

	/** What a line says; empty if it is not ours. */
	static Optional<LoadMessage> of(String line) {
		if (!line.startsWith(PREFIX)) {
			return Optional.empty();
		}
		String[] words = line.substring(PREFIX.length()).split(" ", 2);
		return Optional.of(switch (words[0]) {
			case "progress" -> underWay(words[1].split(" "));
			case "done" -> new Done();
			default -> new Failed(words.length > 1 ? words[1] : line);
		});
	}

	private static LoadMessage underWay(String[] words) {
		return new UnderWay(new Progress(Double.parseDouble(words[0]), Long.parseLong(words[1]),
				Long.parseLong(words[2]), Boolean.parseBoolean(words[3]), Boolean.parseBoolean(words[4])));
	}

}
