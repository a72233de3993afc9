package org.campanile.web.command;

import java.util.List;
import java.util.Map;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import org.springframework.boot.json.JsonParserFactory;

import org.campanile.web.command.ManagementException.Kind;

/** {@code campanile sessions USER [--end] --home DIR}. */
@Command(name = "sessions", description = "Lists a user's sessions on the running server, or terminates them.",
		mixinStandardHelpOptions = true, exitCodeListHeading = "%nExit codes:%n",
		exitCodeList = { "0:done; that the user has no session is no failure",
				"1:the server refused the request or " + "closed the connection", "2:the command line is wrong",
				"69:the server does not run, or its store does not answer; with --end, some sessions may still exist",
				"77:the server rejects the token of this home folder, or it cannot be read",
				"78:the settings of the management port or of its token are faulty" },
		footerHeading = "%nExamples:%n",
		footer = { "  campanile sessions alice --home /etc/campanile",
				"  campanile sessions alice --json --home /etc/campanile",
				"  campanile sessions alice --end --home /etc/campanile" })
final class SessionsCommand extends ManagementCommand {

	private static final String PATH = "sessions";

	@Parameters(paramLabel = "USER", description = "The canonical name, as user= in the audit log.")
	private String user = "";

	@Option(names = "--end", description = "Terminates all of them, on every node, and notifies the services.")
	private boolean end;

	@Option(names = "--json",
			description = "Prints the server's response, one JSON object; docs/operations.md has its members.")
	private boolean json;

	@Option(names = "--limit", paramLabel = "N", defaultValue = "100",
			description = "The most sessions to list, 1 to 1000; ${DEFAULT-VALUE} by default.")
	private int limit = 100;

	@Override
	public Integer call() {
		try (ManagementClient client = client()) {
			if (end) {
				end(client);
			}
			else {
				list(client);
			}
		}
		return 0;
	}

	private void list(ManagementClient client) {
		String answer = client.get(PATH, "principal", user, "limit", Integer.toString(limit), "by", by());
		if (json) {
			print(answer);
			return;
		}
		Map<String, Object> listed = JsonParserFactory.getJsonParser().parseMap(answer);
		List<Map<?, ?>> sessions = objects(listed.get("sessions"));
		if (sessions.isEmpty()) {
			print(user + " has no session. Give the canonical name, as user= in the audit log.");
			return;
		}
		print(user + " has " + (Boolean.TRUE.equals(listed.get("more")) ? "more than " : "")
				+ amount(sessions.size(), "session") + ". Times are UTC.");
		sessions.forEach(this::session);
	}

	private void session(Map<?, ?> session) {
		print("");
		print("begun " + time(session.get("begun")) + ", authenticated " + time(session.get("authenticated"))
				+ ", ends " + time(session.get("ends")) + ", unless used " + time(session.get("endsUnlessUsed"))
				+ ", in the audit log session=" + session.get("session"));
		List<Map<?, ?>> services = objects(session.get("services"));
		if (services.isEmpty()) {
			print("  signed on to no service");
		}
		services.forEach(service -> print("  " + time(service.get("since")) + "  " + named(service)));
	}

	private void end(ManagementClient client) {
		try {
			report(client.delete(PATH, "principal", user, "by", by()));
		}
		catch (ManagementException ex) {
			// The sessions terminated so far, and the services not notified.
			if (ex.kind() == Kind.UNAVAILABLE && ex.body().filter(body -> body.contains("\"ended\"")).isPresent()) {
				ex.body().ifPresent(this::report);
				throw new ManagementException(Kind.UNAVAILABLE,
						"some sessions may still exist: " + ex.getMessage() + "; run this command again");
			}
			throw ex;
		}
	}

	private void report(String answer) {
		if (json) {
			print(answer);
			return;
		}
		Map<String, Object> done = JsonParserFactory.getJsonParser().parseMap(answer);
		int ended = done.get("ended") instanceof Number number ? number.intValue() : 0;
		print(ended == 0 ? "No session of " + user + " was terminated."
				: amount(ended, "session") + " of " + user + (ended == 1 ? " has" : " have") + " ended.");
		List<Map<?, ?>> left = objects(done.get("notLoggedOut"));
		if (!left.isEmpty()) {
			print("These services could not be notified; each keeps its own session until that expires:");
			left.forEach(service -> print("  " + named(service)));
		}
	}

	private static String named(Map<?, ?> service) {
		return service.get("name") + " (" + service.get("service") + ")";
	}

	private static String amount(int count, String what) {
		return count + " " + what + (count == 1 ? "" : "s");
	}

}
