package org.campanile.perf.benchmark;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessRule;
import org.campanile.access.AccessRules;
import org.campanile.access.Condition;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.gate.GateSite;
import org.campanile.gate.PageAddress;
import org.campanile.release.ServiceMatcher;
import org.campanile.service.DisplayInfo;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures one access decision for a page behind the gate. The user has twenty groups,
 * and each rule opens one folder to one group. One of five users may see the page; all
 * pages are requested equally often.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(3)
public class AccessRulesBenchmark {

	private static final String GROUP = "isMemberOf";

	private static final int PAGES = 1_000;

	private static final int GROUPS_OF_A_USER = 20;

	@Param({ "10", "10000" })
	private int rules;

	private AccessRules policy = new AccessRules(List.of(), AccessRules.Order.FIRST_MATCH, Set.of(),
			InstantSource.system());

	private List<AccessPolicy.Target> pages = List.of();

	private List<AccessPolicy.Subject> users = List.of();

	private int turn;

	@Setup
	public void write() {
		List<AccessRule> written = new ArrayList<>();
		for (int i = 0; i < rules; i++) {
			written.add(new AccessRule("rule" + i,
					new AccessRule.Scope(Set.of(), ServiceMatcher.EVERY, Set.of(), List.of("/folder" + i), List.of(),
							Set.of()),
					List.of(new Condition.HasValue(GROUP, Set.of("group" + i), List.of())),
					new AccessPolicy.Decision.Permit("rule" + i)));
		}
		policy = new AccessRules(written, AccessRules.Order.FIRST_MATCH, Set.of(GateSite.PROTOCOL),
				InstantSource.system());
		GateSite site = new GateSite("site", List.of(PageAddress.of("https://www.example.edu/").orElseThrow()),
				DisplayInfo.NONE, Set.of(), Map.of(), "X-Remote-User", Duration.ofMinutes(1), null);
		pages = new ArrayList<>();
		users = new ArrayList<>();
		for (int i = 0; i < PAGES; i++) {
			int folder = (int) ((long) i * rules / PAGES);
			pages.add(new AccessPolicy.Target(site,
					new AccessPolicy.Resource("GET", "www.example.edu", "/folder" + folder + "/a/page"), "192.0.2.1"));
			users.add(user(i % 5 == 0 ? folder : rules + i));
		}
	}

	private AccessPolicy.Subject user(int group) {
		List<AttributeValue> groups = new ArrayList<>();
		for (int i = 0; i < GROUPS_OF_A_USER; i++) {
			groups.add(new AttributeValue.Text("group" + (i == 7 ? group : 1_000_000 + i)));
		}
		Map<String, List<AttributeValue>> attributes = new LinkedHashMap<>();
		attributes.put(GROUP, groups);
		return new AccessPolicy.Subject("alice", new ResolvedAttributes(attributes), authnClass -> true,
				InstantSource.system().instant());
	}

	@Benchmark
	public AccessPolicy.Decision decision() {
		turn = (turn + 1) % PAGES;
		return policy.decide(pages.get(turn), users.get(turn));
	}

}
