package org.campanile.web.lifecycle;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.campanile.store.StoreCopies;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JoiningNodeTests {

	private final AtomicInteger missing = new AtomicInteger(90);

	private final AtomicBoolean complete = new AtomicBoolean();

	@Test
	void whenCopiesAreMissingThenANodeThatJoinsIsNotReadyAndOneThatServesStaysSo() {
		StoreCopies copies = new StoreCopies() {

			@Override
			public int missing() {
				return missing.get();
			}

			@Override
			public boolean complete() {
				return complete.get();
			}

		};
		try (TestIdp idp = TestIdp.start(TestIdp.newHome(),
				context -> context.registerBean(StoreCopies.class, () -> copies))) {
			Page joining = readiness(idp);
			assertThat(joining.status()).isEqualTo(503);
			assertThat(joining.body()).contains("90 copies of partitions are missing", "\"copiesMissing\":90");
			missing.set(0);
			complete.set(true);
			assertThat(readiness(idp).status()).isEqualTo(200);
			missing.set(40);
			Page serving = readiness(idp);
			assertThat(serving.status()).isEqualTo(200);
			assertThat(serving.body()).contains("\"copiesMissing\":40");
		}
	}

	private static Page readiness(TestIdp idp) {
		return new Browser().get(idp.managementUrl() + "/health/readiness");
	}

}
