package org.campanile.web.flow;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.web.HttpRequestHandler;

import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.Endpoint;
import org.campanile.store.StoreCopies;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.StoreWaitBudget;
import org.campanile.store.resilience.StoreGuards;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.sso.AdmissionPermit;
import org.campanile.web.testkit.RawHttp;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A protocol must be served like SAML on the basis of its endpoint descriptors alone. The
 * protocol here begins sign-ons at two URLs, one by GET and one by POST; a third URL
 * describes the protocol to its services, and a fourth is called by them.
 */
@Timeout(120)
class EndpointKindTests {

	private static final String BEGIN = "/fake/begin";

	private static final String POST = "/fake/post";

	private static final String DESCRIPTION = "/fake/description";

	private static final String VALIDATION = "/fake/validation";

	private static final FailingStores stores = new FailingStores();

	@AutoClose
	private static TestIdp idp;

	@BeforeAll
	static void start() {
		Path home = TestIdp.newHome();
		idp = TestIdp.start(home, EndpointKindTests::register);
	}

	private static void register(GenericApplicationContext context) {
		stores.register(context, InstantSource.system());
		// Pretends that the nodes hold the store's data, so that a proxy tries another
		// node.
		context.registerBean(StoreCopies.class, () -> new StoreCopies() {

			@Override
			public int missing() {
				return 0;
			}

			@Override
			public boolean complete() {
				return true;
			}

		});
		Set<Endpoint> endpoints = Set.of(new Endpoint(BEGIN, Endpoint.Kind.SIGN_ON, true),
				new Endpoint(POST, Endpoint.Kind.SIGN_ON_BY_POST, true),
				new Endpoint(DESCRIPTION, Endpoint.Kind.OTHER, false),
				new Endpoint(VALIDATION, Endpoint.Kind.BACK_CHANNEL, false));
		context.registerBean("fakeEndpoints", Endpoints.Source.class, () -> () -> endpoints);
		// Spring maps a bean of this type to the path that is its name.
		HttpRequestHandler handler = (request, response) -> response.getWriter()
			.print("admitted=" + (request.getAttribute(AdmissionPermit.ATTRIBUTE) != null) + " patient="
					+ (StoreWaitBudget.nanosLeft() > 0));
		for (Endpoint endpoint : endpoints) {
			context.registerBean(endpoint.path(), HttpRequestHandler.class, () -> handler);
		}
	}

	@AfterEach
	void mend() {
		stores.mend();
		Polling.until(() -> idp.bean(StoreGuards.class).signOnFaults().isEmpty());
	}

	@Test
	void whenASignOnBeginsThenItIsAdmittedAsNewAndMayWaitForTheStore() {
		double before = admitted("new");
		assertThat(get(BEGIN).body()).isEqualTo("admitted=true patient=true");
		assertThat(admitted("new") - before).isEqualTo(1);
	}

	@Test
	void whenASignOnBeginsByPostThenItNeedsNoTokenAndIsUnderWay() {
		double before = admitted("under-way");
		assertThat(post(POST).body()).isEqualTo("admitted=true patient=true");
		assertThat(admitted("under-way") - before).isEqualTo(1);
	}

	@Test
	void whenAnEndpointIsForNoUserThenNothingLimitsItAndFormsNeedAToken() {
		assertThat(get(DESCRIPTION).body()).isEqualTo("admitted=false patient=false");
		assertThat(post(DESCRIPTION).status()).isEqualTo(403);
	}

	@Test
	void whenAServerCallsThenNothingDelaysItAndItNeedsNoToken() {
		assertThat(get(VALIDATION).body()).isEqualTo("admitted=false patient=false");
		assertThat(post(VALIDATION).body()).isEqualTo("admitted=false patient=false");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Sec-Purpose: prefetch", "Purpose: prefetch" })
	void whenFetchedAheadThenRefusedWhereASignOnBegins(String header) {
		assertThat(raw("GET", BEGIN, header).status()).isEqualTo(403);
		assertThat(raw("GET", DESCRIPTION, header).status()).isEqualTo(200);
		assertThat(raw("GET", VALIDATION, header).status()).as("the header of a server's client").isEqualTo(200);
	}

	@Test
	void whenAskedByHeadThenRefusedWhereASignOnBegins() {
		assertThat(raw("HEAD", BEGIN, "Accept: */*").status()).isEqualTo(405);
		assertThat(raw("HEAD", VALIDATION, "Accept: */*").status()).isEqualTo(405);
		assertThat(raw("HEAD", DESCRIPTION, "Accept: */*").status()).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource({ "GET, /fake/begin, 502", "POST, /fake/post, 200", "GET, /fake/description, 200",
			"GET, /fake/validation, 502", "POST, /fake/validation, 200" })
	void whenTheStoreFailsThenARepeatableRequestIsSentToAnotherNode(String method, String path, int status) {
		assertThat(raw(method, path, "X-Campanile-Elsewhere: 502").status()).isEqualTo(200);
		breakStore();
		assertThat(raw(method, path, "X-Campanile-Elsewhere: 502").status()).isEqualTo(status);
	}

	private static void breakStore() {
		stores.putAll(FailingStores.Fault.FAILS);
		Polling.until(() -> {
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> idp.bean(OneTimeStore.class).take("fake", "value"));
			return !idp.bean(StoreGuards.class).signOnFaults().isEmpty();
		});
	}

	private static Page get(String path) {
		return new Browser().get(idp.baseUrl() + path);
	}

	private static Page post(String path) {
		return new Browser().send(Form.post(idp.baseUrl() + path, Map.of("message", "x")));
	}

	private static Page raw(String method, String path, String header) {
		return RawHttp.send(idp, method, URI.create(idp.baseUrl()).getPath() + path, "", header, "Content-Length: 0");
	}

	private static double admitted(String kind) {
		return idp.bean(MeterRegistry.class)
			.get("campanile.overload.requests")
			.tags("kind", kind, "outcome", "admitted")
			.counter()
			.count();
	}

}
