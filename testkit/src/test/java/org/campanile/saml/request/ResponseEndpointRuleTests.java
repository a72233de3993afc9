package org.campanile.saml.request;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.request.ResponseEndpointRule.ResponseEndpoint;
import org.campanile.testkit.saml.TestAuthnRequests.Builder;
import org.campanile.testkit.saml.TestRelyingParties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.saml.request.Requests.assertLocal;

class ResponseEndpointRuleTests {

	private static final String ARTIFACT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact";

	private static final String PAOS = "urn:oasis:names:tc:SAML:2.0:bindings:PAOS";

	private final ResponseEndpointRule rule = new ResponseEndpointRule();

	private final RelyingParty service = TestRelyingParties.relyingParty()
		.withoutEndpoints()
		.endpoint(ARTIFACT, "https://sp.example.org/artifact", 0, true)
		.endpoint(Saml.BINDING_POST, "https://sp.example.org/acs", 1, false)
		.endpoint(Saml.BINDING_POST, "https://sp.example.org/default", 2, true)
		.endpoint(PAOS, "https://sp.example.org/ecp", 3, false)
		.endpoint(PAOS, "https://sp.example.org/both", 4, false)
		.endpoint(Saml.BINDING_POST, "https://sp.example.org/both", 4, false)
		.build();

	@Test
	void whenUrlIsInMetadataThenThatOne() throws Exception {
		assertThat(find(request().acsUrl("https://sp.example.org/acs")))
			.isEqualTo(new ResponseEndpoint("https://sp.example.org/acs", Saml.BINDING_POST));
		assertThat(find(request().acsUrl("https://sp.example.org/both")))
			.isEqualTo(new ResponseEndpoint("https://sp.example.org/both", Saml.BINDING_POST));
	}

	@Test
	void whenIndexIsInMetadataThenThatOne() throws Exception {
		assertThat(find(request().acsIndex("1")))
			.isEqualTo(new ResponseEndpoint("https://sp.example.org/acs", Saml.BINDING_POST));
		assertThat(find(request().acsIndex("4")))
			.isEqualTo(new ResponseEndpoint("https://sp.example.org/both", Saml.BINDING_POST));
	}

	@Test
	void whenNeitherThenTheDefaultAmongThoseOfPost() throws Exception {
		assertThat(find(request()))
			.isEqualTo(new ResponseEndpoint("https://sp.example.org/default", Saml.BINDING_POST));
	}

	@Test
	void whenNoneIsMarkedThenTheFirstOfPost() throws Exception {
		RelyingParty unmarked = TestRelyingParties.relyingParty()
			.withoutEndpoints()
			.endpoint(PAOS, "https://sp.example.org/ecp", 0, false)
			.endpoint(Saml.BINDING_POST, "https://sp.example.org/first", 7, false)
			.endpoint(Saml.BINDING_POST, "https://sp.example.org/second", 1, false)
			.build();
		assertThat(rule.find(Requests.identified(unmarked, request().post())).url())
			.isEqualTo("https://sp.example.org/first");
	}

	@Test
	void whenItPointsAtAnotherBindingThenTheErrorGoesToTheDefaultOfPost() throws Exception {
		assertThat(find(request().acsUrl("https://sp.example.org/artifact")))
			.isEqualTo(new ResponseEndpoint("https://sp.example.org/default", ARTIFACT));
		assertThat(find(request().acsIndex("3")))
			.isEqualTo(new ResponseEndpoint("https://sp.example.org/default", PAOS));
	}

	@Test
	void whenProtocolBindingIsAnotherThenTheErrorGoesToTheEndpointNamed() throws Exception {
		assertThat(find(request().acsUrl("https://sp.example.org/acs").attribute("ProtocolBinding", PAOS)))
			.isEqualTo(new ResponseEndpoint("https://sp.example.org/acs", PAOS));
	}

	@Test
	void whenMetadataHasNoneOfPostThenLocal() {
		RelyingParty artifactOnly = TestRelyingParties.relyingParty()
			.withoutEndpoints()
			.endpoint(ARTIFACT, "https://sp.example.org/artifact", 0, true)
			.build();
		for (Builder request : List.of(request(), request().acsIndex("0"),
				request().acsUrl("https://sp.example.org/artifact"))) {
			assertLocal(FaultCode.BINDING_UNSUPPORTED,
					() -> rule.find(Requests.identified(artifactOnly, request.post())));
		}
	}

	@Test
	void whenIndexAndUrlThenRefused() {
		assertLocal(FaultCode.REQUEST_MALFORMED,
				() -> find(request().acsIndex("1").acsUrl("https://sp.example.org/acs")));
	}

	@Test
	void whenIndexIsUnknownThenRefused() {
		for (String index : List.of("5", "65535")) {
			assertThat(assertLocal(FaultCode.RESPONSE_URL_UNKNOWN, () -> find(request().acsIndex(index))).service())
				.contains(TestRelyingParties.ENTITY_ID);
		}
	}

	static Stream<String> foreignUrls() {
		return Stream.of("https://sp.example.org/acs/", "https://sp.example.org/ac", "https://sp.example.org/acs2",
				"https://sp.example.org/acs?x=y", "https://sp.example.org/acs?", "https://sp.example.org/acs#",
				"https://sp.example.org/acs#x", "https://sp.example.org/ACS", "https://SP.example.org/acs",
				"HTTPS://sp.example.org/acs", "http://sp.example.org/acs", "https://sp.example.org:443/acs",
				"https://sp.example.org:8443/acs", "https://user@sp.example.org/acs",
				"https://user:pw@sp.example.org/acs", "https://sp.example.org@evil.example/acs",
				"https://sp.example.org.evil.example/acs", "https://evil.example/https://sp.example.org/acs",
				"https://evil.example/?https://sp.example.org/acs", "https://evil.example\\@sp.example.org/acs",
				"//sp.example.org/acs", "/acs", "acs", "", " ", " https://sp.example.org/acs",
				"https://sp.example.org/acs ", "https://sp.example.org//acs", "https://sp.example.org/./acs",
				"https://sp.example.org/x/../acs", "https://sp.example.org/%61cs", "https://sp.example.org/acs%00",
				"https://sp.example.org/acs;x", "https://sp\u3002example.org/acs", "https://sp.ex\u0430mple.org/acs",
				"javascript:alert(1)", "JavaScript:alert(1)//https://sp.example.org/acs", "data:text/html,x",
				"https://sp.example.org/acs&#10;");
	}

	@ParameterizedTest
	@MethodSource("foreignUrls")
	void whenUrlIsNotExactlyInMetadataThenRefused(String url) {
		assertThat(assertLocal(FaultCode.RESPONSE_URL_UNKNOWN, () -> find(request().acsUrl(url))).service())
			.contains(TestRelyingParties.ENTITY_ID);
	}

	private ResponseEndpoint find(Builder request) throws Exception {
		return rule.find(Requests.identified(service, request.post()));
	}

	private static Builder request() {
		return Requests.request().acsUrl(null);
	}

}
