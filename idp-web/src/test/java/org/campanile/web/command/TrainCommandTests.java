package org.campanile.web.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the server run that trains the AOT cache. */
@ExtendWith(OutputCaptureExtension.class)
class TrainCommandTests {

	@TempDir
	private Path home;

	@Test
	void whenTrainedThenUsersSignInByEveryWayAndNothingIsLogged(CapturedOutput console) {
		Output output = Output.of("train", "--logins", "15");
		assertThat(output.code()).as(output.err()).isZero();
		assertThat(console.getAll()).doesNotContain("ERROR", "Exception", "did not answer");
	}

	/** Uses a separate process, as the variables are those of a process. */
	@Test
	void whenVariablesNameTheDatabaseInUseThenItIsNotAsked() throws Exception {
		ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Campanile.class.getName(),
				"train", "--logins", "1")
			.redirectErrorStream(true);
		builder.environment()
			.putAll(Map.of("CAMPANILE_STORAGE_TYPE", "jpa", "CAMPANILE_STORAGE_DURABLE_TYPE", "jpa",
					"CAMPANILE_STORAGE_JPA_URL", "jdbc:postgresql://127.0.0.1:1/in_use", "CAMPANILE_FACTORS_ENABLED",
					"true"));
		Process training = builder.start();
		String output = new String(training.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(training.waitFor()).as(output).isZero();
	}

	@Test
	void whenTheHomeChoosesHazelcastThenTrainedWithAMemberByItself(CapturedOutput console) throws Exception {
		Files.writeString(home.resolve("application.yaml"), """
				campanile:
				  storage:
				    type: hazelcast
				    hazelcast:
				      cluster-name: in-use
				      members: [203.0.113.1]
				""");
		Output output = Output.of("train", "--logins", "1", "--home", home.toString());
		assertThat(output.code()).as(output.err()).isZero();
		assertThat(console.getAll()).doesNotContain("in-use", "203.0.113.1");
		assertThat(home.toFile().list()).containsExactly("application.yaml");
	}

}
