package org.campanile.web.command;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CarriersTests {

	private String before = "";

	@BeforeEach
	void remember() {
		before = System.getProperty(Carriers.PARALLELISM, "");
		System.clearProperty(Carriers.PARALLELISM);
	}

	@AfterEach
	void restore() {
		if (before.isEmpty()) {
			System.clearProperty(Carriers.PARALLELISM);
		}
		else {
			System.setProperty(Carriers.PARALLELISM, before);
		}
	}

	@Test
	void whenNothingIsSetThenThereAreMoreCarriersThanASmallMachineHasProcessors() {
		Carriers.provide();
		assertThat(Integer.getInteger(Carriers.PARALLELISM)).isGreaterThanOrEqualTo(32);
	}

	@Test
	void whenAPersonHasSetItThenItStays() {
		System.setProperty(Carriers.PARALLELISM, "3");
		Carriers.provide();
		assertThat(System.getProperty(Carriers.PARALLELISM)).isEqualTo("3");
	}

}
