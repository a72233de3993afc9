package org.campanile.web.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

import org.springframework.boot.json.JsonParserFactory;

/**
 * {@code campanile factors [USER [--reset | --remove-pin | --bypass UNTIL --reason TEXT | --end-bypass]]},
 * {@code campanile factors --reseal [--discard-unreadable]}.
 */
@Command(name = "factors",
		description = "Lists what users have enrolled beside the password, on the running server; resets a user, or "
				+ "lets a user sign in without a second factor for a while; or seals with the newest key what is "
				+ "enrolled.",
		mixinStandardHelpOptions = true, exitCodeListHeading = "%nExit codes:%n",
		exitCodeList = { "0:done; that the user has enrolled nothing is no failure",
				"1:the server refused the request or closed the connection, or what is enrolled cannot be read; with "
						+ "--reseal also if a record could not be sealed, or an older key must stay",
				"2:the command line is wrong", "69:the server does not run, or its store does not answer",
				"77:the server rejects the token of this home folder, or it cannot be read",
				"78:the settings of the management port or of its token are faulty" },
		footerHeading = "%nExamples:%n",
		footer = { "  campanile factors --home /etc/campanile",
				"  campanile factors alice --json --home /etc/campanile",
				"  campanile factors alice --bypass 24h --reason \"lost phone\" --home /etc/campanile",
				"  campanile factors alice --reset --home /etc/campanile",
				"  campanile factors --reseal --home /etc/campanile" })
final class FactorsCommand extends ManagementCommand {

	private static final String PATH = "factors";

	private static final String RESEAL = PATH + "/reseal";

	private static final int FAILED = 1;

	@Parameters(paramLabel = "USER", arity = "0..1",
			description = "The user's canonical name, as user= in the audit log. Without USER and without --reseal, "
					+ "everybody who has enrolled something is listed.")
	private @Nullable String user;

	@ArgGroup
	private @Nullable What what;

	@Option(names = "--reason", paramLabel = "TEXT",
			description = "Why the bypass is granted, for the audit log; required with --bypass.")
	private @Nullable String reason;

	@Option(names = "--discard-unreadable",
			description = "With --reseal, removes the records that no key of this server opens, after a key was lost "
					+ "for good. Their users must enrol again; until then their password alone protects their "
					+ "accounts.")
	private boolean discardUnreadable;

	@Option(names = "--json", description = "Prints the server's responses as JSON, one a line.")
	private boolean json;

	/** The options of which at most one is given. */
	private static final class What {

		@Option(names = "--reset",
				description = "Removes everything that the user has enrolled, also if it cannot be read.")
		private boolean reset;

		@Option(names = "--remove-pin", description = "Removes only the PIN that the user has set for other systems.")
		private boolean removePin;

		@Option(names = "--bypass", paramLabel = "UNTIL",
				description = "Lets the user sign in without a second factor: for a time, such as 24h or 3d, or until "
						+ "a date or time in UTC, such as 2026-12-24 or 2026-12-24T12:00:00Z.")
		private @Nullable String bypass;

		@Option(names = "--end-bypass", description = "Ends the user's bypass.")
		private boolean endBypass;

		@Option(names = "--reseal",
				description = "Seals what all users have enrolled with the newest key, and says of each older key "
						+ "whether it can be removed; without USER. Run it once every node has the newest key.")
		private boolean reseal;

	}

	@Override
	public Integer call() {
		boolean reseal = what != null && what.reseal;
		if (user != null && reseal) {
			throw new ParameterException(commandLine(), "--reseal: is for all users; remove " + user);
		}
		if (user == null && what != null && !reseal) {
			throw new ParameterException(commandLine(), "USER: missing; give the user's canonical name");
		}
		if ((what != null && what.bypass != null) != (reason != null)) {
			throw new ParameterException(commandLine(), "--bypass and --reason: give both or neither");
		}
		if (discardUnreadable && !reseal) {
			throw new ParameterException(commandLine(), "--discard-unreadable: give it with --reseal only");
		}
		try (ManagementClient client = client()) {
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
		String by = by();
		if (what == null) {
			report(client.get(PATH, "principal", name, "by", by), this::user);
		}
		else if (what.reset) {
			report(client.delete(PATH, "principal", name, "by", by),
					done -> print(Boolean.TRUE.equals(done.get("unreadable"))
							? name + " has been reset; what was enrolled could not be read."
							: Boolean.FALSE.equals(done.get("changed")) ? name + " had enrolled nothing."
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

	/**
	 * Seals anew page by page; false if a record could not be sealed, or an older key
	 * must stay.
	 */
	private boolean reseal(ManagementClient client) {
		Map<String, String> content = new LinkedHashMap<>();
		content.put("by", by());
		if (discardUnreadable) {
			content.put("discardUnreadable", "true");
		}
		Totals totals = new Totals();
		Map<String, Object> page;
		do {
			String answer = client.post(RESEAL, content);
			page = JsonParserFactory.getJsonParser().parseMap(answer);
			totals.add(page);
			if (json) {
				print(answer);
			}
			else {
				objects(page.get("discarded"))
					.forEach(record -> print("record " + record.get("record") + " removed: " + record.get("reason")));
				strings(page.get("failures")).forEach(this::print);
			}
			content.put("after", String.valueOf(page.get("next")));
		}
		while (page.get("next") != null);
		List<Map<?, ?>> older = objects(page.get("older"));
		Object repeat = page.get("repeat");
		if (!json) {
			totals.lines(page.get("key")).forEach(this::print);
			older.forEach(key -> print(totals.of(key.get("key")) + key.get("reason") + "."));
			if (repeat != null) {
				print("Nothing is known of older keys: " + repeat + ".");
			}
		}
		return totals.failed == 0 && repeat == null
				&& older.stream().allMatch(key -> Boolean.TRUE.equals(key.get("removable")));
	}

	/** The totals of all pages of a run. */
	private static final class Totals {

		private int resealed;

		private int current;

		private int failed;

		private int unreadable;

		private int discarded;

		/** The number of records that each key had sealed when the run began. */
		private final Map<String, Integer> found = new LinkedHashMap<>();

		void add(Map<String, Object> page) {
			resealed += number(page.get("resealed"));
			failed += strings(page.get("failures")).size();
			unreadable += number(page.get("unreadable"));
			discarded += objects(page.get("discarded")).size();
			// A page that is read a second time was counted before.
			if (!Boolean.TRUE.equals(page.get("checking")) && page.get("found") instanceof Map<?, ?> keys) {
				current += number(page.get("current"));
				keys.forEach((key, records) -> found.merge(String.valueOf(key), number(records), Integer::sum));
			}
		}

		List<String> lines(@Nullable Object key) {
			List<String> lines = new ArrayList<>();
			lines.add(records(resealed) + " sealed anew with " + key + ", " + current + " were already"
					+ (failed == 0 ? "." : ", " + failed + " could not be."));
			if (discarded > 0) {
				lines.add("Removed " + records(discarded)
						+ " that could not be read; the users concerned can enrol anew.");
			}
			if (unreadable > 0) {
				lines.add(records(unreadable) + " cannot be read. Copy missing keys from another node or restore them "
						+ "from a backup, and run this again. If a key is lost for good, campanile factors --reseal "
						+ "--discard-unreadable removes what cannot be read, so that the users concerned can enrol "
						+ "anew.");
			}
			return lines;
		}

		String of(@Nullable Object key) {
			return key + ": had sealed " + records(found.getOrDefault(String.valueOf(key), 0)) + "; ";
		}

		private static String records(int number) {
			return number == 1 ? "1 record" : number + " records";
		}

	}

	private static List<String> strings(@Nullable Object list) {
		return list instanceof List<?> all ? all.stream().map(String::valueOf).toList() : List.of();
	}

	private static int number(@Nullable Object value) {
		return value instanceof Number number ? number.intValue() : 0;
	}

	private void everybody(ManagementClient client) {
		@Nullable Object next = null;
		int unreadable = 0;
		boolean none = true;
		do {
			String answer = next == null ? client.get(PATH, "limit", "1000", "by", by())
					: client.get(PATH, "limit", "1000", "by", by(), "after", String.valueOf(next));
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
			print((unreadable == 1 ? "What 1 more user has enrolled"
					: "What " + unreadable + " more users have enrolled")
					+ " cannot be read; campanile factors --reseal says why.");
		}
		else if (none && !json) {
			print("Nobody has enrolled anything.");
		}
	}

	private void report(String answer, Consumer<Map<?, ?>> report) {
		if (json) {
			print(answer);
		}
		else {
			report.accept(JsonParserFactory.getJsonParser().parseMap(answer));
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
			if (bypass.get("warning") != null) {
				print("  warning: " + bypass.get("warning"));
			}
		}
	}

	private static String day(@Nullable Object instant) {
		return String.valueOf(instant).replaceFirst("T.*", "");
	}

}
