package org.campanile.web.management;

import java.util.Map;
import java.util.TreeMap;

import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.browser.Browser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the metrics of a server after some activity of every kind. */
class MetricHelpTests {

	private static final String HELP = "# HELP ";

	@AutoClose
	private static AdministeredIdp admin;

	@BeforeAll
	static void start() throws Exception {
		admin = new AdministeredIdp("campanile.name-id.persistent=stored", "campanile.authentication.failure-step=0",
				"campanile.attributes.cache.ttl=1m");
		Browser alice = new Browser();
		admin.signOn(alice, admin.wiki, "alice");
		admin.signOn(alice, admin.mail, "alice");
		Browser bob = new Browser();
		bob.login(bob.open(admin.wiki.redirect(admin.idp, AuthnRequestOptions.PLAIN).url()), "bob", "wrong");
		bob.open(admin.idp.baseUrl() + "/nothing");
		alice.open(admin.idp.baseUrl() + "/profile/Logout");
		admin.delete("/sessions/alice");
	}

	@Test
	void whenScrapedThenEveryMetricOfOursSaysWhatItIs() {
		Map<String, String> help = help();
		assertThat(help).containsKeys("campanile_events_total", "campanile_stage_seconds", "campanile_overload_limit",
				"campanile_http_bodies_budget_bytes", "campanile_store_operations_seconds");
		help.keySet().removeIf(name -> !name.startsWith("campanile_"));
		assertThat(help).allSatisfy((name, text) -> assertThat(text).as(name).matches("[A-Z1].*[a-z0-9]"));
	}

	@Test
	void whenScrapedThenEveryMetricSaysWhatItIs() {
		assertThat(help()).containsKey("tasks_scheduled_execution_seconds")
			.allSatisfy((name, text) -> assertThat(text).as(name).isNotBlank());
	}

	@Test
	void whenItIsATimeOrAnAmountThenTheUnitIsSaid() {
		assertThat(help()).allSatisfy((name, text) -> {
			if (name.startsWith("campanile_") && name.contains("_seconds")) {
				assertThat(text).as(name).contains("in seconds");
			}
			if (name.startsWith("campanile_") && name.contains("_bytes")) {
				assertThat(text).as(name).contains("in bytes");
			}
		});
	}

	private static Map<String, String> help() {
		Map<String, String> help = new TreeMap<>();
		admin.get("/prometheus").body().lines().filter(line -> line.startsWith(HELP)).forEach(line -> {
			String[] parts = line.substring(HELP.length()).split(" ", 2);
			help.put(parts[0], parts.length < 2 ? "" : parts[1]);
		});
		return help;
	}

}
