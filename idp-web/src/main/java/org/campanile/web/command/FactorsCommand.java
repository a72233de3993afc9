package org.campanile.web.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import org.springframework.boot.json.JsonParserFactory;

/**
 * {@code campanile factors [USER] [--reset | --remove-pin | --bypass UNTIL --reason TEXT | --end-bypass]},
 * {@code campanile factors --reseal}.
 */
@Command(name = "factors",
		description = "Lists what users have enrolled beside the password, on the running server; resets a user, or "
				+ "lets one do without.",
		mixinStandardHelpOptions = true, exitCodeListHeading = "%nExit codes:%n",
		exitCodeList = { "0:done; that the user has enrolled nothing is no failure",
				"1:the server refused the request or closed the connection, or something could not be sealed",
				"2:the command line is wrong", "69:the server does not run, or its store does not answer",
				"77:the server rejects the token of this home folder, or it cannot be read",
				"78:the settings of the management port or of its token are faulty" })
final class FactorsCommand implements Callable<Integer> {

	private static final String PATH = "factors";

	private static final String RESEAL = PATH + "/reseal";

	private static final int FAILED = 1;

	@Parameters(paramLabel = "USER", arity = "0..1",
			description = "The canonical name, as user= in the audit log; without one, everybody who has enrolled "
					+ "something.")
	private @Nullable String user;

	@Option(names = "--home", required = true, paramLabel = "DIR",
			description = "The home folder that the server runs with.")
	private Path home = Path.of(".");

	@ArgGroup
	private @Nullable What what;

	@Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log; with --bypass.")
	private @Nullable String reason;

	@Option(names = "--json", description = "Prints the server's response.")
	private boolean json;

	@Spec
	private CommandSpec spec = CommandSpec.create();

	/** At most one of them. */
	private static final class What {

		@Option(names = "--reset", description = "Removes all that the user has enrolled.")
		private boolean reset;

		@Option(names = "--remove-pin", description = "Removes the user's PIN for other systems alone.")
		private boolean removePin;

		@Option(names = "--bypass", paramLabel = "UNTIL",
				description = "Lets the user do without: for how long, such as 24h, or until a date or time in UTC.")
		private @Nullable String bypass;

		@Option(names = "--end-bypass", description = "Ends that.")
		private boolean endBypass;

		@Option(names = "--reseal",
				description = "Seals what everybody has enrolled with the newest key, so that older ones can be "
						+ "removed; without USER.")
		private boolean reseal;

	}

	@Override
	public Integer call() {
		boolean reseal = what != null && what.reseal;
		if (user != null && reseal) {
			throw new ParameterException(spec.commandLine(), "--reseal: is for everybody; remove " + user);
		}
		if (user == null && what != null && !reseal) {
			throw new ParameterException(spec.commandLine(), "USER: missing; name the user");
		}
		if ((what != null && what.bypass != null) != (reason != null)) {
			throw new ParameterException(spec.commandLine(), "--bypass and --reason: give both or neither");
		}
		try (ManagementClient client = ManagementClient.ofHome(home,
				line -> spec.commandLine().getErr().println(Printable.of(line)))) {
			if (reseal) {
				return reseal(client) ? 0 : FAILED;
			}
			if (user == null) {
				everybody(client);
			}
			else {
				one(client, user);
			}
		}
		return 0;
	}

	private void one(ManagementClient client, String name) {
		String by = System.getProperty("user.name", "administrator");
		if (what == null) {
			report(client.get(PATH, "principal", name), this::user);
		}
		else if (what.reset) {
			report(client.delete(PATH, "principal", name, "by", by),
					done -> print(Boolean.TRUE.equals(done.get("unreadable"))
							? name + " has been reset; what was enrolled could not be read."
							: Integer.valueOf(0).equals(done.get("removed")) ? name + " had enrolled nothing."
									: name + " has been reset: " + done.get("removed") + " removed."));
		}
		else if (what.removePin) {
			report(client.delete(PATH + "/pin", "principal", name, "by", by),
					done -> print(Integer.valueOf(0).equals(done.get("removed")) ? name + " had no PIN."
							: "The PIN of " + name + " has been removed."));
		}
		else if (what.endBypass) {
			report(client.delete(PATH, "principal", name, "bypass", "true", "by", by),
					done -> print(Boolean.TRUE.equals(done.get("revoked")) ? "The bypass of " + name + " has ended."
							: name + " had no bypass."));
		}
		else {
			report(client.post(PATH, "principal", name, "until", Objects.requireNonNull(what.bypass), "reason",
					Objects.requireNonNull(reason), "by", by), this::user);
		}
	}

	/** Page by page; false if something could not be sealed. */
	private boolean reseal(ManagementClient client) {
		@Nullable Object next = null;
		int resealed = 0;
		int current = 0;
		int failed = 0;
		Map<String, Object> page;
		do {
			String answer = next == null ? client.post(RESEAL)
					: client.post(RESEAL, "after", String.valueOf(next), "faultless", String.valueOf(failed == 0));
			page = JsonParserFactory.getJsonParser().parseMap(answer);
			resealed += number(page.get("resealed"));
			current += number(page.get("current"));
			List<?> failures = page.get("failures") instanceof List<?> list ? list : List.of();
			failed += failures.size();
			if (json) {
				print(answer);
			}
			else {
				failures.forEach(failure -> print(String.valueOf(failure)));
			}
			next = page.get("next");
		}
		while (next != null);
		if (!json) {
			print(resealed + " records sealed anew with " + page.get("key") + ", " + current + " were already"
					+ (failed == 0 ? "." : ", " + failed + " could not be."));
			List<?> removable = page.get("removable") instanceof List<?> list ? list : List.of();
			if (failed > 0) {
				print("Keep the older keys.");
			}
			else if (!removable.isEmpty()) {
				print("Nothing is sealed with "
						+ removable.stream().map(String::valueOf).collect(Collectors.joining(", "))
						+ " any more; remove it from every node.");
			}
		}
		return failed == 0;
	}

	private static int number(@Nullable Object value) {
		return value instanceof Number number ? number.intValue() : 0;
	}

	private void everybody(ManagementClient client) {
		@Nullable Object next = null;
		int unreadable = 0;
		boolean none = true;
		do {
			String answer = next == null ? client.get(PATH, "limit", "1000")
					: client.get(PATH, "limit", "1000", "after", String.valueOf(next));
			Map<String, Object> page = JsonParserFactory.getJsonParser().parseMap(answer);
			if (json) {
				print(answer);
			}
			else {
				List<Map<?, ?>> users = objects(page.get("users"));
				users.forEach(this::user);
				none &= users.isEmpty();
				unreadable += number(page.get("unreadable"));
			}
			next = page.get("next");
		}
		while (next != null);
		if (unreadable > 0 && !json) {
			print("What " + unreadable + " more have enrolled cannot be read; --reseal says why.");
		}
		else if (none && !json) {
			print("Nobody has enrolled anything.");
		}
	}

	/** Prints an answer. */
	private interface Report {

		void of(Map<?, ?> answer);

	}

	private void report(String answer, Report report) {
		if (json) {
			print(answer);
		}
		else {
			report.of(JsonParserFactory.getJsonParser().parseMap(answer));
		}
	}

	private void user(Map<?, ?> enrolled) {
		List<Map<?, ?>> credentials = objects(enrolled.get("credentials"));
		print(enrolled.get("principal") + (credentials.isEmpty() ? " has enrolled nothing." : ""));
		credentials.forEach(credential -> print("  " + credential.get("kind") + "  " + credential.get("name")
				+ "  added " + time(credential.get("created")) + ", "
				+ (credential.get("used") == null ? "not used" : "last used " + day(credential.get("used")))));
		if (enrolled.get("bypass") instanceof Map<?, ?> bypass) {
			print("  bypass until " + time(bypass.get("until")) + " by " + bypass.get("by") + ": "
					+ bypass.get("reason"));
		}
	}

	private static String day(@Nullable Object instant) {
		return String.valueOf(instant).replaceFirst("T.*", "");
	}

	/** An instant to the second. */
	private static String time(@Nullable Object instant) {
		return String.valueOf(instant).replaceFirst("T", " ").replaceFirst("(\\.[0-9]+)?Z$", "");
	}

	private static List<Map<?, ?>> objects(@Nullable Object list) {
		return list instanceof List<?> all ? all.stream().<Map<?, ?>>mapMulti((one, found) -> {
			if (one instanceof Map<?, ?> map) {
				found.accept(map);
			}
		}).toList() : List.of();
	}

	private void print(String line) {
		spec.commandLine().getOut().println(Printable.of(line));
	}

}
