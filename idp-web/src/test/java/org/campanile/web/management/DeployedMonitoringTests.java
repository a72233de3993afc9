package org.campanile.web.management;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.campanile.audit.AuditEvent;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.TrialDatabase;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The dashboard and the alert rules in {@code deploy/} must name metrics, labels and
 * values that servers have, and sections of the documentation that exist.
 */
@Timeout(600)
class DeployedMonitoringTests {

	private static final Path DASHBOARD = Path.of("../deploy/grafana/campanile.json");

	private static final Path ALERTS = Path.of("../deploy/prometheus/alerts.yaml");

	private static final Pattern SAMPLE = Pattern.compile("(?m)^([A-Za-z_:][\\w:]*)(?:\\{(.*)\\})? \\S+$");

	private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

	/**
	 * Matches a name and its label matchers; a parenthesis after them marks a function.
	 */
	private static final Pattern SELECTOR = Pattern
		.compile("(?<![\\w.:$])([a-zA-Z_:][\\w:]*)(?:\\{([^}]*)\\})?(\\s*\\()?");

	private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");

	private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");

	private static final Pattern SHOWN_LABEL = Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?(\\w+)\\s*}}");

	private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");

	/** The labels that Prometheus adds. */
	private static final Set<String> SCRAPE_LABELS = Set.of("instance", "job");

	private static final JsonMapper JSON = new JsonMapper();

	/** The labels of each metric, with the values that its samples have. */
	private static final Map<String, Map<String, Set<String>>> METRICS = new HashMap<>();

	/** An expression, and the labels that its legend or texts show. */
	private record Expression(String where, String text, Set<String> shown) {
	}

	@BeforeAll
	static void scrape(@TempDir Path folder) throws Exception {
		try (AdministeredIdp admin = new AdministeredIdp("campanile.authentication.failure-step=0")) {
			use(admin);
		}
		String port = Integer.toString(Ports.free());
		try (TrialDatabase database = TrialDatabase.start(folder, new Ports());
				AdministeredIdp admin = new AdministeredIdp(Stream.concat(
						Stream.of("campanile.storage.type=hazelcast", "campanile.storage.hazelcast.port=" + port,
								"campanile.storage.hazelcast.cluster-name=monitoring-" + port,
								"campanile.storage.hazelcast.members=127.0.0.1:" + port,
								"campanile.storage.durable.type=jpa", "campanile.authentication.failure-step=0"),
						database.settings(0)
							.entrySet()
							.stream()
							.filter(setting -> !setting.getKey().equals("campanile.storage.type"))
							.map(setting -> setting.getKey() + "=" + setting.getValue()))
					.toArray(String[]::new))) {
			use(admin);
			// The first scrape may precede the count of the copies, with which the
			// members are counted.
			Polling.until(Duration.ofSeconds(30),
					() -> admin.get("/prometheus").body().contains("campanile_store_hazelcast_members 1.0"));
		}
	}

	/** Signs users in and refuses one, so that everything that is counted occurs. */
	private static void use(AdministeredIdp admin) throws IOException {
		Browser alice = new Browser();
		admin.signOn(alice, admin.wiki, "alice");
		admin.signOn(alice, admin.mail, "alice");
		Browser bob = new Browser();
		bob.login(bob.open(admin.wiki.redirect(admin.idp, AuthnRequestOptions.PLAIN).url()), "bob", "wrong");
		alice.open(admin.idp.baseUrl() + "/profile/Logout");
		Path mail = admin.idp.home().resolve("metadata/mail.example.org.xml");
		Files.writeString(mail,
				Files.readString(mail).replaceFirst(" entityID=", " validUntil=\"2126-01-01T00:00:00Z\" entityID="));
		// Collections of the whole heap have a metric from the first one on.
		System.gc();
		for (String late : List.of("campanile_metadata_expiry_seconds{", "action=\"end of major GC\"")) {
			Polling.until(Duration.ofSeconds(30), () -> admin.get("/prometheus").body().contains(late));
		}
		Matcher samples = SAMPLE.matcher(admin.get("/prometheus").body());
		while (samples.find()) {
			Map<String, Set<String>> labels = METRICS.computeIfAbsent(samples.group(1), name -> new HashMap<>());
			Matcher label = LABEL.matcher(Objects.requireNonNullElse(samples.group(2), ""));
			while (label.find()) {
				labels.computeIfAbsent(label.group(1), name -> new HashSet<>()).add(label.group(2));
			}
		}
	}

	@Test
	void whenTheDashboardAsksForAMetricThenServersHaveIt() throws Exception {
		assertThat(faults(dashboard())).isEmpty();
	}

	@Test
	void whenAnAlertAsksForAMetricThenServersHaveIt() throws Exception {
		assertThat(faults(alerts())).isEmpty();
	}

	/** Otherwise these tests could pass by finding nothing. */
	@Test
	void whenAMetricALabelOrAValueDoesNotExistThenItIsFound() {
		assertThat(faults(List.of(expression("sum(rate(campanile_gone_total[5m]))"))))
			.containsExactly("here: there is no metric campanile_gone_total");
		assertThat(faults(List.of(expression("campanile_overload_waiting{gone=\"login\"} > 0"))))
			.containsExactly("here: campanile_overload_waiting has no label gone");
		assertThat(faults(List.of(expression("campanile_overload_waiting{kind=~\"login|gone\"}"))))
			.containsExactly("here: campanile_overload_waiting has no kind gone");
		assertThat(faults(List.of(expression("sum by (gone, kind) (campanile_overload_waiting)"))))
			.containsExactly("here: no metric has the label gone");
		assertThat(faults(List.of(expression("campanile_events_total{type=\"GONE\", reason=\"GONE\"}"))))
			.containsExactlyInAnyOrder("here: campanile_events_total has no type GONE",
					"here: campanile_events_total has no reason GONE");
		assertThat(
				faults(List.of(new Expression("here", "sum by (kind) (campanile_overload_waiting)", Set.of("lane")))))
			.containsExactly("here: no metric has the label lane");
	}

	@Test
	void whenTheDashboardIsImportedThenItsPanelsAreComplete() throws Exception {
		JsonNode dashboard = JSON.readTree(Files.readString(DASHBOARD));
		assertThat(dashboard.path("uid").asString()).isEqualTo("campanile");
		assertThat(dashboard.path("title").asString()).isNotBlank();
		assertThat(dashboard.path("schemaVersion").asInt()).isGreaterThanOrEqualTo(39);
		List<Integer> ids = new ArrayList<>();
		Set<List<Integer>> cells = new HashSet<>();
		for (JsonNode panel : dashboard.path("panels")) {
			String title = panel.path("title").asString();
			assertThat(title).isNotBlank();
			ids.add(panel.path("id").asInt());
			JsonNode grid = panel.path("gridPos");
			assertThat(grid.path("x").asInt() + grid.path("w").asInt()).as(title).isBetween(1, 24);
			for (int x = 0; x < grid.path("w").asInt(); x++) {
				for (int y = 0; y < grid.path("h").asInt(); y++) {
					assertThat(cells.add(List.of(grid.path("x").asInt() + x, grid.path("y").asInt() + y)))
						.as("%s overlaps another panel", title)
						.isTrue();
				}
			}
			if (!panel.path("type").asString().equals("row")) {
				assertThat(panel.path("type").asString()).as(title).isIn("timeseries", "stat");
				assertThat(panel.path("description").asString()).as(title).isNotBlank();
				assertThat(panel.at("/fieldConfig/defaults/unit").asString()).as(title).isNotBlank();
				assertThat(panel.path("targets")).as(title).isNotEmpty().allSatisfy(target -> {
					assertThat(target.at("/datasource/uid").asString()).isEqualTo("${datasource}");
					assertThat(target.path("refId").asString()).isNotBlank();
				});
			}
		}
		assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThan(20);
		assertThat(dashboard.at("/templating/list")).extracting(variable -> variable.path("name").asString())
			.containsExactly("datasource", "instance");
	}

	@Test
	void whenAnAlertFiresThenItSaysWhatToDo() throws Exception {
		String guide = Files.readString(Path.of("../docs/troubleshooting.md"));
		Set<String> anchors = Pattern.compile("(?m)^#+ (.+)$")
			.matcher(guide)
			.results()
			.map(heading -> anchor(heading.group(1)))
			.collect(Collectors.toSet());
		assertThat(rules()).allSatisfy(rule -> {
			String name = String.valueOf(rule.get("alert"));
			assertThat(name).startsWith("Campanile");
			assertThat(map(rule.get("labels")).get("severity")).as(name).isIn("page", "ticket");
			Map<?, ?> annotations = map(rule.get("annotations"));
			assertThat((String) annotations.get("summary")).as(name).isNotBlank();
			assertThat((String) annotations.get("description")).as(name).endsWith(".").hasSizeGreaterThan(40);
			String runbook = (String) Objects.requireNonNull(annotations.get("runbook"), name);
			assertThat(runbook).as(name).startsWith("docs/troubleshooting.md#");
			assertThat(anchors).as(name).contains(runbook.substring(runbook.indexOf('#') + 1));
			assertThat(guide).as("the guide names the alert").contains("`" + name + "`");
		});
		assertThat(rules()).extracting(rule -> rule.get("alert")).doesNotHaveDuplicates();
	}

	/** Returns the anchor that GitHub derives from a heading. */
	private static String anchor(String heading) {
		return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-');
	}

	private static Expression expression(String text) {
		return new Expression("here", text, Set.of());
	}

	private static List<String> faults(Collection<Expression> expressions) {
		assertThat(expressions).isNotEmpty();
		List<String> faults = new ArrayList<>();
		for (Expression expression : expressions) {
			String text = expression.text().replaceAll("\\[[^]]*]", "");
			Set<String> asked = new TreeSet<>(expression.shown());
			Matcher groupings = GROUPING.matcher(text);
			while (groupings.find()) {
				asked.addAll(Arrays.asList(groupings.group(1).strip().split("\\s*,\\s*")));
			}
			Set<String> has = new HashSet<>(SCRAPE_LABELS);
			Matcher selectors = SELECTOR.matcher(groupings.replaceAll(" "));
			while (selectors.find()) {
				String name = selectors.group(1);
				if (selectors.group(3) != null || OPERATORS.contains(name) || name.matches("sum|min|max|e[0-9]+")) {
					continue;
				}
				if (name.equals("up")) {
					continue;
				}
				Map<String, Set<String>> labels = METRICS.get(name);
				if (labels == null) {
					faults.add(expression.where() + ": there is no metric " + name);
					continue;
				}
				has.addAll(labels.keySet());
				matchers(expression.where(), name, labels, Objects.requireNonNullElse(selectors.group(2), ""), faults);
			}
			asked.removeAll(has);
			asked.forEach(label -> faults.add(expression.where() + ": no metric has the label " + label));
		}
		return faults.stream().distinct().toList();
	}

	private static void matchers(String where, String name, Map<String, Set<String>> labels, String text,
			List<String> faults) {
		Matcher matchers = MATCHER.matcher(text);
		while (matchers.find()) {
			String label = matchers.group(1);
			if (SCRAPE_LABELS.contains(label)) {
				continue;
			}
			Set<String> values = labels.get(label);
			if (values == null) {
				faults.add(where + ": " + name + " has no label " + label);
				continue;
			}
			Stream.of(matchers.group(3).split("\\|"))
				.filter(value -> !values.contains(value) && !isEvent(name, label, value))
				.forEach(value -> faults.add(where + ": " + name + " has no " + label + " " + value));
		}
	}

	/**
	 * An event is counted from its first occurrence on, and not all of them occur in this
	 * test.
	 */
	private static boolean isEvent(String name, String label, String value) {
		if (!name.equals("campanile_events_total")) {
			return false;
		}
		return label.equals("type")
				? Stream.of(AuditEvent.Type.values()).map(AuditEvent.Type::name).anyMatch(value::equals)
				: documentedCodes().contains("`" + value + "`");
	}

	/** Returns a document that another test compares with the code. */
	private static String documentedCodes() {
		try {
			return Files.readString(Path.of("../docs/errors.md"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<Expression> dashboard() throws IOException {
		List<Expression> expressions = new ArrayList<>();
		JsonNode dashboard = JSON.readTree(Files.readString(DASHBOARD));
		for (JsonNode panel : dashboard.path("panels")) {
			for (JsonNode target : panel.path("targets")) {
				expressions.add(new Expression(panel.path("title").asString(), target.path("expr").asString(),
						shown(target.path("legendFormat").asString())));
			}
		}
		Matcher variable = Pattern.compile("label_values\\((\\w+), (\\w+)\\)")
			.matcher(dashboard.at("/templating/list/1/query").asString());
		assertThat(variable.matches()).isTrue();
		expressions.add(new Expression("variable instance", variable.group(1), Set.of(variable.group(2))));
		return expressions;
	}

	private static List<Expression> alerts() throws IOException {
		return rules().stream()
			.map(rule -> new Expression(String.valueOf(rule.get("alert")), String.valueOf(rule.get("expr")),
					shown(String.valueOf(rule.get("annotations")))))
			.toList();
	}

	private static Set<String> shown(String text) {
		return SHOWN_LABEL.matcher(text).results().map(label -> label.group(1)).collect(Collectors.toUnmodifiableSet());
	}

	private static List<Map<?, ?>> rules() throws IOException {
		Map<?, ?> file = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(ALERTS));
		List<Map<?, ?>> rules = new ArrayList<>();
		for (Object group : (List<?>) Objects.requireNonNull(file.get("groups"))) {
			((List<?>) Objects.requireNonNull(map(group).get("rules"))).forEach(rule -> rules.add(map(rule)));
		}
		return rules;
	}

	private static Map<?, ?> map(@Nullable Object value) {
		return (Map<?, ?>) Objects.requireNonNull(value);
	}

}
