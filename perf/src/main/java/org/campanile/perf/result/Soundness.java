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
 * The failures of a run that no load excuses. A server may be too slow, or say that it
 * is; the answers that it does give must be right.
 *
 * @param unsound the number of answers, in steps and in warm-ups, that no service could
 * accept or nobody should have received, by class of failure; answers for another user
 * are not included
 * @param stepsWithoutLogin the steps without a sound login, as cell and label
 */
public record Soundness(Map<String, Long> unsound, List<String> stepsWithoutLogin) {

	/** The prefix of a warm-up's failures among a cell's facts, before their class. */
	public static final String WARM_UP_FAILED = "warm-up, failed: ";

	/** The prefix of classes for answers on which the check itself failed. */
	private static final String UNCHECKED = "check-";

	private static final List<String> OTHERS = List.of("signature", "no-user", "wrong-password-accepted",
			"no-second-factor", "relay-state");

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

	/** Returns the class of failures for a reason to reject an answer. */
	private static String named(Reason reason) {
		return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Whether there are no such failures. */
	public boolean isWhole() {
		return unsound.isEmpty() && stepsWithoutLogin.isEmpty();
	}

	/** Returns counts by class, such as {@code no-user 2, signature 1}. */
	public String classes() {
		return unsound.entrySet()
			.stream()
			.map(entry -> entry.getKey() + " " + entry.getValue())
			.collect(Collectors.joining(", "));
	}

}
