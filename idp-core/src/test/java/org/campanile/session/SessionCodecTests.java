package org.campanile.session;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.dataformat.cbor.CBORMapper;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.session.SessionCodec.State;

import static org.assertj.core.api.Assertions.assertThat;

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
		State written = new State("alice", "alice", Long.MAX_VALUE, "urn:x", SessionCodec.values(attributes), -1,
				new byte[32]);
		State read = codec.read(codec.write(written), State.class).orElseThrow();
		assertThat(read).usingRecursiveComparison().isEqualTo(written);
		ResolvedAttributes restored = SessionCodec.attributes(read.a());
		assertThat(restored).isEqualTo(attributes);
		assertThat(restored.values().keySet()).containsExactlyElementsOf(values.keySet());
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
			codec.read(bad, State.class).ifPresent(state -> assertThat(SessionCodec.attributes(state.a())).isNotNull());
		}
	}

	private static Map<String, Object> form() {
		Map<String, Object> form = new HashMap<>();
		form.put("p", "alice");
		form.put("t", 1L);
		form.put("c", "urn:x");
		form.put("a", Map.of("mail", List.of(Map.of("v", "alice@example.edu"))));
		form.put("r", 2L);
		form.put("s", new byte[32]);
		return form;
	}

}
