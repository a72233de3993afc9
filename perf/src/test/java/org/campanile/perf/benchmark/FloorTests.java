package org.campanile.perf.benchmark;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FloorTests {

	@Test
	void whenALoginIsComparedThenWithSignatureAndDirectoryTogether() {
		assertThat(Floor.ofLogin(List.of(250.0, 260.0, 270.0), List.of(150.0, 140.0))).containsExactly(400, 400);
	}

}
