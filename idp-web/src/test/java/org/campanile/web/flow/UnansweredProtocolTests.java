package org.campanile.web.flow;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.Service;
import org.campanile.service.ServiceRegistry;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that a server does not start if no bean answers for the protocol of its services.
 */
@Timeout(120)
class UnansweredProtocolTests {

	@Test
	void whenServicesAreRegisteredThatNoProtocolAnswersThenTheStartSaysSo() {
		assertThatThrownBy(() -> TestIdp
			.start(TestIdp.newHome(), context -> context.registerBean("orphans", ServiceRegistry.class, Orphans::new))
			.close())
			.hasRootCauseMessage("services of [orphan] are registered, and nothing answers them: "
					+ "a protocol needs a SignOnProtocol bean beside its ServiceRegistry");
	}

	/** A registry without services. */
	private static final class Orphans implements ServiceRegistry {

		@Override
		public ProtocolId protocol() {
			return new ProtocolId("orphan");
		}

		@Override
		public Optional<? extends Service> find(String id) {
			return Optional.empty();
		}

	}

}
