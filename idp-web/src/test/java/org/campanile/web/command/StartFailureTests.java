package org.campanile.web.command;

import java.io.IOException;

import org.campanile.web.cluster.MissingProgramException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StartFailureTests {

	@Test
	void whenAProgramIsMissingThenItsOneLineIsAllThatIsSaid() {
		StartFailure failure = StartFailure.of(new MissingProgramException("nginx is not installed; install it"));
		assertThat(failure.lines()).containsExactly("nginx is not installed; install it");
		assertThat(failure.exitCode()).isEqualTo(1);
	}

	@Test
	void whenNobodyKnowsTheFailureThenItsRootIsNamedInOneLine() {
		StartFailure failure = StartFailure
			.of(new IllegalStateException("outer", new IOException("node2 has ended: no memory")));
		assertThat(failure.lines()).singleElement()
			.asString()
			.startsWith("The server could not be started: ")
			.endsWith("node2 has ended: no memory");
		assertThat(failure.exitCode()).isEqualTo(1);
	}

}
