package org.campanile.perf.benchmark;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class FloorTests {

	@Test
	void whenALoginIsComparedThenInMultiplesOfSignatureAndDirectory() {
		Floor floor = new Floor(250, 150);
		assertThat(floor.micros()).isEqualTo(400);
		assertThat(floor.times(0.8)).isCloseTo(2.0, within(1e-9));
	}

}
