package org.campanile.web.command;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import org.springframework.boot.json.JsonParserFactory;

/** {@code campanile user-cache [--drop USER | --drop-all] --home DIR}. */
@Command(name = "user-cache",
		description = "Shows how many users the validation service of the running server has cached, or drops them.",
		mixinStandardHelpOptions = true, exitCodeListHeading = "%nExit codes:%n",
		exitCodeList = { "0:done", "1:the server refused the request; the validation service may be off",
				"2:the command line is wrong", "69:the server does not run",
				"77:the server rejects the token of this home folder, or it cannot be read",
				"78:the settings of the management port or of its token are faulty" },
		footerHeading = "%nExamples:%n", footer = { "  campanile user-cache --home /etc/campanile",
				"  campanile user-cache --drop alice --home /etc/campanile" })
final class UserCacheCommand extends ManagementCommand {

	private static final String PATH = "usercache";

	@Option(names = "--json", description = "Prints the server's response, one JSON object.")
	private boolean json;

	@ArgGroup
	private @Nullable Drop drop;

	/** The options that select the users to drop. */
	private static final class Drop {

		@Option(names = "--drop", paramLabel = "USER",
				description = "Drops this user, by login name or canonical name.")
		private @Nullable String user;

		@Option(names = "--drop-all", description = "Drops everybody.")
		private boolean everybody;

	}

	@Override
	public Integer call() {
		try (ManagementClient client = client()) {
			if (drop == null) {
				list(client.get(PATH));
			}
			else {
				String user = drop.everybody ? null : drop.user;
				dropped(user == null ? client.delete(PATH) : client.delete(PATH, "user", user));
			}
		}
		return 0;
	}

	private void dropped(String answer) {
		if (json) {
			print(answer);
			return;
		}
		print("Dropped from the cache of this node: "
				+ JsonParserFactory.getJsonParser().parseMap(answer).get("dropped"));
	}

	private void list(String answer) {
		if (json) {
			print(answer);
			return;
		}
		JsonParserFactory.getJsonParser().parseMap(answer).forEach((realm, cached) -> {
			if (cached instanceof Map<?, ?> cache) {
				print(realm + ": " + (Boolean.TRUE.equals(cache.get("on")) ? cache.get("users") + " cached" : "off"));
			}
		});
	}

}
