package org.campanile.session;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.SessionCodec.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SessionCodecTests {

	private final SessionCodec codec = new SessionCodec();

	private final CBORMapper mapper = new CBORMapper();

	@Test
	void whenWrittenThenReadTheSame() {
		Map<String, List<AttributeValue>> values = new LinkedHashMap<>();
		values.put("z-first", List.of(new AttributeValue.Text("b"), new AttributeValue.Text("a")));
		values.put("affiliation", List.of(new AttributeValue.Scoped("staff", "example.edu")));
		values.put("guid", List.of(new AttributeValue.Binary(new byte[] { 0, -1, 127, -128 })));
		values.put("odd", List.of(new AttributeValue.Text(""), new AttributeValue.Text("\u0000\ud83d\ude00 @ <&>"),
				new AttributeValue.Scoped("", ""), new AttributeValue.Binary(new byte[0])));
		ResolvedAttributes attributes = new ResolvedAttributes(values);
		State written = new State("alice", "alice", Long.MAX_VALUE, "urn:x", AttributeValue.Form.of(attributes), -1,
				new byte[32], List.of(new Factor.Form("code", 7, "phone", List.of("USER_VERIFIED"))), true,
				"Firefox, Linux", "Library");
		State read = codec.read(codec.write(written), State.class).orElseThrow();
		assertThat(read).usingRecursiveComparison().isEqualTo(written);
		ResolvedAttributes restored = AttributeValue.Form.toAttributes(read.a());
		assertThat(restored).isEqualTo(attributes);
		assertThat(restored.values().keySet()).containsExactlyElementsOf(values.keySet());
	}

	/** The bytes must equal those written by versions that supported only one factor. */
	@Test
	void whenAPasswordWasProvenAloneThenWrittenAsBefore() {
		Instant at = Instant.ofEpochMilli(1_700_000_000_123L);
		Map<String, Object> before = new LinkedHashMap<>();
		before.put("p", "alice");
		before.put("t", at.toEpochMilli());
		before.put("c", "~cPasswordProtectedTransport");
		before.put("a", Map.of("mail", List.of("alice@example.edu")));
		before.put("r", at.toEpochMilli());
		before.put("s", new byte[32]);
		byte[] bytes = mapper.writeValueAsBytes(before);
		assertThat(codec.write(State.of(session(new Factor(FactorKind.PASSWORD, at))))).isEqualTo(bytes);
		assertThat(codec.read(bytes, State.class).orElseThrow().factors())
			.containsExactly(new Factor(FactorKind.PASSWORD, at));
	}

	@Test
	void whenMoreWasProvenThenAllOfItIsReadAndEarlierVersionsReadAPassword() {
		Factor password = new Factor(FactorKind.PASSWORD, Instant.ofEpochMilli(1_700_000_000_123L));
		Factor key = new Factor(new FactorKind("webauthn"), Instant.ofEpochMilli(1_700_000_000_456L), "key-1",
				Set.of(Factor.Trait.USER_VERIFIED, Factor.Trait.PHISHING_RESISTANT));
		byte[] bytes = codec.write(State.of(session(password, key)));
		assertThat(codec.read(bytes, State.class).orElseThrow().factors()).containsExactly(password, key);
		JsonNode earlier = mapper.readTree(bytes);
		assertThat(earlier.get("t").asLong()).isEqualTo(1_700_000_000_123L);
		assertThat(earlier.get("c").asString()).isEqualTo("~cPasswordProtectedTransport");
	}

	@Test
	void whenNoPasswordWasProvenThenEarlierVersionsStateNone() {
		Factor key = new Factor(new FactorKind("webauthn"), Instant.ofEpochMilli(1_700_000_000_456L));
		JsonNode earlier = mapper.readTree(codec.write(State.of(session(key))));
		assertThat(earlier.get("c").asString()).isEqualTo("~cunspecified");
	}

	/** Earlier versions drop the keys they do not know when they rewrite a session. */
	@Test
	void whenAnEarlierVersionHasDroppedTheFactorsThenASessionWithoutAPasswordIsUnreadable() {
		Factor password = new Factor(FactorKind.PASSWORD, Instant.ofEpochMilli(1_700_000_000_123L));
		Factor key = new Factor(new FactorKind("webauthn"), Instant.ofEpochMilli(1_700_000_000_456L));
		assertThat(codec.read(withoutFactors(session(key)), State.class)).isEmpty();
		assertThat(codec.read(withoutFactors(session(password, key)), State.class).map(State::factors))
			.contains(List.of(password));
		Map<String, Object> none = form();
		none.put("c", "~cunspecified");
		none.put("f", List.of());
		assertThat(codec.read(mapper.writeValueAsBytes(none), State.class)).isEmpty();
	}

	private byte[] withoutFactors(SsoSession session) {
		ObjectNode form = (ObjectNode) mapper.readTree(codec.write(State.of(session)));
		form.remove("f");
		return mapper.writeValueAsBytes(form);
	}

	@Test
	void whenTheComputerIsSharedThenTheSessionSaysSo() {
		Factor password = new Factor(FactorKind.PASSWORD, Instant.ofEpochMilli(1_700_000_000_123L));
		byte[] bytes = codec.write(State.of(session(password).withSharedComputer(true)));
		assertThat(codec.read(bytes, State.class).orElseThrow().h()).isTrue();
	}

	@Test
	void whenAQualifierHasAKeyOfTheFormThenItIsNotWritten() {
		ServiceSignOn signOn = new ServiceSignOn(new ProtocolId("test"), "one",
				new Handle("alice", "name", Map.of("t", "0")), Instant.EPOCH);
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> SessionCodec.Service.of(signOn))
			.withMessageContaining("'t'");
	}

	private static SsoSession session(Factor... factors) {
		Instant at = factors[0].at();
		return new SsoSession(new SessionKey("00".repeat(32)), "alice", "alice", List.of(factors),
				new ResolvedAttributes(Map.of("mail", List.of(new AttributeValue.Text("alice@example.edu")))), at,
				new byte[32], 1, at, at, at, List.of());
	}

	@Test
	void whenThereIsAKeyOfALaterVersionThenSkipped() {
		Map<String, Object> form = form();
		form.put("later", Map.of("x", List.of(1, "two", Map.of())));
		assertThat(codec.read(mapper.writeValueAsBytes(form), State.class))
			.hasValueSatisfying(state -> assertThat(state.p()).isEqualTo("alice"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "p", "t", "c", "a", "r", "s" })
	void whenAKeyIsMissingThenEmpty(String key) {
		Map<String, Object> form = form();
		form.remove(key);
		assertThat(codec.read(mapper.writeValueAsBytes(form), State.class)).isEmpty();
		form.put(key, null);
		assertThat(codec.read(mapper.writeValueAsBytes(form), State.class)).isEmpty();
		form.put(key, List.of(Map.of("odd", true)));
		assertThat(codec.read(mapper.writeValueAsBytes(form), State.class)).isEmpty();
	}

	@Test
	void whenAServiceWasWrittenWithoutQualifiersThenRead() {
		Map<String, Object> earlier = Map.of("e", "urn:sp", "n", "name", "f", "urn:f", "t", 1);
		assertThat(codec.read(mapper.writeValueAsBytes(earlier), SessionCodec.Service.class))
			.contains(new SessionCodec.Service("urn:sp", "name", "urn:f", 1, null, Map.of()));
		SessionCodec.Service qualified = new SessionCodec.Service("urn:sp", "name", "urn:f", 1, "cas",
				Map.of("q", "urn:idp", "p", "urn:sp"));
		assertThat(codec.read(codec.write(qualified), SessionCodec.Service.class)).contains(qualified);
	}

	/** The stored form of all earlier versions, which supported only SAML. */
	@Test
	void whenAServiceWasWrittenByAnEarlierVersionThenItIsOfTheUnnamedProtocol() {
		Map<String, Object> earlier = Map.of("e", "urn:sp", "n", "name", "f", "~npersistent", "q", "urn:idp", "p",
				"urn:sp", "t", 1);
		assertThat(codec.read(mapper.writeValueAsBytes(earlier), SessionCodec.Service.class)
			.map(SessionCodec.Service::toSignOn))
			.contains(new ServiceSignOn(ProtocolId.UNNAMED, "urn:sp", new Handle("name",
					"urn:oasis:names:tc:SAML:2.0:nameid-format:persistent", Map.of("q", "urn:idp", "p", "urn:sp")),
					Instant.ofEpochMilli(1)));
	}

	@Test
	void whenAServiceHasAKeyOfALaterVersionThenSkipped() {
		Map<String, Object> later = Map.of("e", "urn:sp", "n", "name", "f", "urn:f", "t", 1, "x",
				Map.of("y", List.of(1)));
		assertThat(codec.read(mapper.writeValueAsBytes(later), SessionCodec.Service.class)
			.map(SessionCodec.Service::toSignOn)
			.map(ServiceSignOn::handle)).contains(new Handle("name", "urn:f"));
	}

	@Test
	void whenNothingIsInItThenEmpty() {
		assertThat(codec.read(new byte[0], State.class)).isEmpty();
		assertThat(codec.read(mapper.writeValueAsBytes(null), State.class)).isEmpty();
		assertThat(codec.read(mapper.writeValueAsBytes(Map.of()), SessionCodec.Service.class)).isEmpty();
	}

	@Test
	void whenGarbageThenNoException() {
		Random random = new Random(7);
		byte[] good = mapper.writeValueAsBytes(form());
		for (int i = 0; i < 5_000; i++) {
			byte[] bad = good.clone();
			for (int flips = 0; flips <= i % 4; flips++) {
				bad[random.nextInt(bad.length)] = (byte) random.nextInt();
			}
			codec.read(bad, State.class)
				.ifPresent(state -> assertThat(AttributeValue.Form.toAttributes(state.a())).isNotNull());
		}
	}

	/**
	 * Other versions read these keys with these types during a rolling upgrade or after a
	 * rollback.
	 */
	@Test
	void whenWrittenThenInTheFormThatIsSetDown() {
		Map<String, List<AttributeValue>> attributes = new LinkedHashMap<>();
		attributes.put("mail", List.of(new AttributeValue.Text("alice@example.edu")));
		attributes.put("affiliation", List.of(new AttributeValue.Scoped("staff", "example.edu")));
		State written = new State("alice", null, 1, "~cPasswordProtectedTransport",
				AttributeValue.Form.of(new ResolvedAttributes(attributes)), 2, new byte[] { 3 }, null, null, null,
				null);
		assertThat(mapper.readValue(codec.write(written), Object.class)).usingRecursiveComparison()
			.isEqualTo(Map.of("p", "alice", "t", 1, "c", "~cPasswordProtectedTransport", "a", Map.of("mail",
					List.of("alice@example.edu"), "affiliation", List.of(Map.of("v", "staff", "o", "example.edu"))),
					"r", 2, "s", new byte[] { 3 }));
		assertThat(mapper.readValue(
				codec.write(new SessionCodec.Service("e", "n", "~ntransient", 4, null, Map.of("q", "q1"))),
				Object.class))
			.isEqualTo(Map.of("e", "e", "n", "n", "f", "~ntransient", "q", "q1", "t", 4));
	}

	@Test
	void whenATextIsAMapThenReadAllTheSame() {
		State read = codec.read(mapper.writeValueAsBytes(form()), State.class).orElseThrow();
		assertThat(AttributeValue.Form.toAttributes(read.a()).get("mail"))
			.containsExactly(new AttributeValue.Text("alice@example.edu"));
	}

	private static Map<String, Object> form() {
		Map<String, Object> form = new HashMap<>();
		form.put("p", "alice");
		form.put("t", 1L);
		form.put("c", "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport");
		form.put("a", Map.of("mail", List.of(Map.of("v", "alice@example.edu"))));
		form.put("r", 2L);
		form.put("s", new byte[32]);
		return form;
	}

}
