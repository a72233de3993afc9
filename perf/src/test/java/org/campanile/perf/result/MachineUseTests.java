package org.campanile.perf.result;

import java.util.List;
import java.util.Map;

import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult.StepResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MachineUseTests {

	private static final ProcessResult NODE = new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, 6, 0, 0, 0, 0,
			0);

	@Test
	void whenTheGeneratorUsedMoreThanHalfOfTheBusyTimeThenItHadTheMachine() {
		MachineUse machine = new MachineUse(10, 10, 0, 0, 0);
		assertThat(machine.doubt(5, List.of(NODE))).isEmpty();
		assertThat(machine.doubt(5.1, List.of(NODE)))
			.contains("the generator had the machine: 51 % of its busy time, with 50 % idle");
	}

	@Test
	void whenNothingWasIdleAndTheGeneratorUsedMostThenItHadTheMachine() {
		MachineUse machine = new MachineUse(19.2, 0.8, 0, 0, 0);
		assertThat(machine.doubt(7, List.of(NODE))).isPresent();
		assertThat(machine.doubt(5, List.of(NODE))).isEmpty();
	}

	@Test
	void whenNothingWasIdleAndTheServersUsedMoreTogetherThenTheGeneratorDidNotHaveTheMachine() {
		MachineUse machine = new MachineUse(12, 0.2, 0, 0, 0);
		assertThat(machine.doubt(5, List.of(process(3), process(3)))).isEmpty();
		assertThat(machine.doubt(5, List.of(process(2), process(2.9)))).isPresent();
	}

	@Test
	void whenSomethingElseHadTheMachineThenTheGeneratorDidNot() {
		MachineUse machine = new MachineUse(36, 0.7, 0, 0, 0);
		assertThat(machine.doubt(3.6, List.of(process(3), process(3), process(3)))).isEmpty();
		assertThat(machine.doubt(3.6, List.of(process(3)))).isEmpty();
	}

	@Test
	void whenTheHostGaveTimeToOthersThenItIsAShareOfAllTime() {
		MachineUse machine = new MachineUse(10, 5, 5, 0, 0);
		assertThat(machine.stolen()).isEqualTo(0.25);
		assertThat(machine.idle()).isEqualTo(0.25);
		assertThat(new MachineUse(0, 0, 0, 0, 0).idle()).isZero();
	}

	@Test
	void whenTheMachineWasLookedAtThenAStepDoubtsWithTheLoad() {
		LoadResult load = new LoadResult(10, 10, 9, 9, 0, Map.of(), Map.of(), 1, 0, List.of(), List.of(),
				new ProcessResult("load", ProcessRole.LOAD, 9, 0, 0, 0, 0, 0))
			.checking(7, 2_000);
		StepResult step = new StepResult("25", 1, load, List.of(NODE, load.generator()), Map.of(), "",
				new MachineUse(15, 5, 0, 0, 0));
		assertThat(step.doubts()).hasSize(2).last().asString().startsWith("the generator had the machine: 60 %");
	}

	private static ProcessResult process(double cpuSeconds) {
		return new ProcessResult("node", ProcessRole.IDENTITY_PROVIDER, cpuSeconds, 0, 0, 0, 0, 0);
	}

}
