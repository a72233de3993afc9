package org.campanile.perf.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.campanile.perf.load.LoadGenerator.Progress;
import org.campanile.perf.load.LoadPlan.Journey;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LoadJobTests {

	@TempDir
	private Path folder;

	@Test
	void whenWrittenThenReadAsItWas() throws IOException {
		Target target = TargetPreset.KEYCLOAK
			.target("https://login.example.edu/realms/perf", folder.resolve("idp.xml"),
					new VirtualServiceProvider(folder.resolve("sp")))
			.withUserAttribute("uid");
		LoadPlan closed = LoadPlan.closed(25, Duration.ofMillis(1_500), new Population(9, 7))
			.withJourney(Journey.LIFETIME)
			.withThinkTime(Duration.ofSeconds(3))
			.withTimeScale(0.1)
			.honouringRetryAfter()
			.keepingInOrder();
		LoadPlan open = LoadPlan.open(0.5, Duration.ofMinutes(10), Duration.ofHours(1), new Population(9));

		for (LoadPlan plan : List.of(closed, open)) {
			LoadJob job = new LoadJob(target, plan);
			job.write(folder);
			assertThat(LoadJob.read(folder)).isEqualTo(job);
		}
	}

	@Test
	void whenResultIsWrittenThenReadAsItWas() throws IOException {
		LoadResult result = new LoadResult(1.5, 1.25, 6, 3, 4,
				Map.of("login", new LatencyResult(1, 2, 3, 4, 5, 6, 7, 8, 9)), Map.of("status-503", 5L), 1, 99,
				List.of(new LoadResult.Second(1, 2, 3.5)), List.of(1.25, 2.5),
				new ProcessResult("load", ProcessRole.LOAD, 1, 2, 3, 4, 5, 6))
			.arriving(7, 5.5)
			.checking(8, 9);
		LoadJob.writeResult(folder, result);

		assertThat(LoadJob.readResult(folder)).isEqualTo(result);
	}

	@Test
	void whenFileIsNoneOfOursThenItIsNamed() throws IOException {
		Files.writeString(folder.resolve("job.json"), "{");

		assertThatExceptionOfType(IOException.class).isThrownBy(() -> LoadJob.read(folder))
			.withMessageContaining("job.json");
	}

	@Test
	void whenMessageIsWrittenThenReadAsItWas() {
		for (Progress progress : List.of(new Progress(0.25, 1, 2, false, false), new Progress(1, 3, 0, true, true))) {
			assertThat(LoadProcess.progress(LoadProcess.line(progress))).isEqualTo(progress);
		}
	}

	@Test
	void whenAddressIsMadeThenServiceIsEncodedInIt() {
		Target target = TargetPreset.SHIBBOLETH.target("http://localhost:8080/idp", folder,
				new VirtualServiceProvider(folder));

		assertThat(target.start()).isEqualTo(URI.create("http://localhost:8080/idp/profile/SAML2/Unsolicited/SSO"
				+ "?providerId=https%3A%2F%2Fsp.perf.example.edu%2Fshibboleth"));
	}

}
