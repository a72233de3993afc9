package org.campanile.perf.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;

/**
 * What no load excuses, of a run. A server may be too slow, or say that it is; what it
 * does answer must be right.
 *
 * @param unsound how many answers, in steps and in warm-ups, no service could have taken
 * or nobody should have been given, by class of failure; those for another user are not
 * among them
 * @param stepsWithoutLogin steps without one sound login, as cell and label
 */
public record Soundness(Map<String, Long> unsound, List<String> stepsWithoutLogin) {

	/** As a cell's facts keep what its warm-up came to, before the class of failure. */
	public static final String WARM_UP_FAILED = "warm-up, failed: ";

	/** An answer that the check stumbled over. */
	private static final String UNCHECKED = "check-";

	private static final List<String> OTHERS = List.of("signature", "no-user", "wrong-password-accepted",
			"relay-state");

	public static Soundness of(List<CellResult> cells) {
		Map<String, Long> unsound = new TreeMap<>();
		List<String> stepsWithoutLogin = new ArrayList<>();
		for (CellResult cell : cells) {
			cell.facts().forEach((name, count) -> {
				if (name.startsWith(WARM_UP_FAILED)) {
					count(unsound, name.substring(WARM_UP_FAILED.length()), Math.round(count));
				}
			});
			for (StepResult step : cell.steps()) {
				step.load().failures().forEach((name, count) -> count(unsound, name, count));
				String place = cell.name() + ", step " + step.label();
				if (step.load().sound() == 0 && !stepsWithoutLogin.contains(place)) {
					stepsWithoutLogin.add(place);
				}
			}
		}
		return new Soundness(unsound, List.copyOf(stepsWithoutLogin));
	}

	private static void count(Map<String, Long> unsound, String failureClass, long count) {
		if (count > 0 && isUnsound(failureClass)) {
			unsound.merge(failureClass, count, Long::sum);
		}
	}

	private static boolean isUnsound(String failureClass) {
		return failureClass.startsWith(UNCHECKED)
				|| Stream.concat(OTHERS.stream(), Stream.of(Reason.values()).map(Soundness::named))
					.anyMatch(failureClass::equals);
	}

	/** As failures are classed by the reason for which a service rejects an answer. */
	private static String named(Reason reason) {
		return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Whether there is none of it. */
	public boolean isWhole() {
		return unsound.isEmpty() && stepsWithoutLogin.isEmpty();
	}

	/** Such as {@code no-user 2, signature 1}. */
	public String classes() {
		return unsound.entrySet()
			.stream()
			.map(entry -> entry.getKey() + " " + entry.getValue())
			.collect(Collectors.joining(", "));
	}

}
