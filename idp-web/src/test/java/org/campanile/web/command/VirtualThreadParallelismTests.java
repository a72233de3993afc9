package org.campanile.web.command;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VirtualThreadParallelismTests {

	private String before = "";

	@BeforeEach
	void remember() {
		before = System.getProperty(VirtualThreadParallelism.PARALLELISM, "");
		System.clearProperty(VirtualThreadParallelism.PARALLELISM);
	}

	@AfterEach
	void restore() {
		if (before.isEmpty()) {
			System.clearProperty(VirtualThreadParallelism.PARALLELISM);
		}
		else {
			System.setProperty(VirtualThreadParallelism.PARALLELISM, before);
		}
	}

	@Test
	void whenNothingIsSetThenThereAreMoreCarriersThanASmallMachineHasProcessors() {
		VirtualThreadParallelism.provide();
		assertThat(Integer.getInteger(VirtualThreadParallelism.PARALLELISM)).isGreaterThanOrEqualTo(32);
	}

	@Test
	void whenAPersonHasSetItThenItStays() {
		System.setProperty(VirtualThreadParallelism.PARALLELISM, "3");
		VirtualThreadParallelism.provide();
		assertThat(System.getProperty(VirtualThreadParallelism.PARALLELISM)).isEqualTo("3");
	}

}
