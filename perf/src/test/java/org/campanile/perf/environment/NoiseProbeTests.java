package org.campanile.perf.environment;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NoiseProbeTests {

	@Test
	void whenMeasuredThenItTookProcessorTime() {
		assertThat(new NoiseProbe().millis()).isPositive();
	}

}
