package org.campanile.signon;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.Cbor;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a request for transport through the browser while a user signs in: CBOR (RFC
 * 8949) with short keys, to be sealed by the caller. The protocol's own entries are at
 * the same level as the others, where versions that knew one protocol look for them, so
 * that nodes of two versions can finish each other's logins. Texts, numbers and booleans
 * under other keys are taken for the protocol's own, all else is skipped. Thread-safe.
 */
public final class SignOnRequestCodec {

	/**
	 * @param s service
	 * @param u answerUrl
	 * @param i requestId
	 * @param f demand.force
	 * @param p demand.passive
	 * @param c comparison of demand.context
	 * @param k classes of demand.context
	 * @param t receivedAt, milliseconds since the epoch
	 * @param x repeatableUntil, milliseconds since the epoch
	 * @param b the id of the browser
	 * @param principal for a login of one user: its canonical name, UTF-8; bytes, so that
	 * versions which do not know it skip it
	 * @param required demand.required; absent for nothing
	 * @param protocol its code; absent for {@link ProtocolId#UNNAMED}
	 * @param own the protocol's own
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	private record Form(String s, String u, @Nullable String i, boolean f, boolean p, @Nullable String c,
			@Nullable List<String> k, long t, @Nullable Long x, byte @Nullable [] b, byte @Nullable [] principal,
			@Nullable List<String> required, @Nullable String protocol,
			@JsonAnySetter @JsonAnyGetter Map<String, @Nullable Object> own) {

		private static final Set<String> RESERVED = Set.of("s", "u", "i", "f", "p", "c", "k", "t", "x", "b",
				"principal", "required", "protocol");

		/**
		 * Without these fields there is no request; Jackson reports what is thrown here.
		 */
		Form {
			Objects.requireNonNull(s);
			Objects.requireNonNull(u);
			k = k == null ? null : List.copyOf(k);
			required = required == null ? null : List.copyOf(required);
		}

		AuthnDemand demand() {
			return new AuthnDemand(f, p,
					c == null || k == null ? null
							: new RequestedAuthnContext(RequestedAuthnContext.Comparison.valueOf(c), k),
					required == null ? List.of() : required);
		}

		SignOnRequest toRequest() {
			Map<String, String> texts = new HashMap<>();
			own.forEach((key, value) -> {
				if (value instanceof String || value instanceof Number || value instanceof Boolean) {
					texts.put(key, value.toString());
				}
			});
			return new SignOnRequest(ProtocolId.ofStored(protocol), s, u, i, demand(), Instant.ofEpochMilli(t),
					x == null ? null : Instant.ofEpochMilli(x), texts);
		}

	}

	/**
	 * A decoded request.
	 *
	 * @param browser the id of the browser that was encoded; empty if there was none
	 * @param principal the principal that was encoded; empty if there was none
	 */
	public record Travelling(SignOnRequest request, byte[] browser, String principal) {
	}

	/** The bytes of a request; times are kept to the millisecond. */
	public byte[] write(SignOnRequest request) {
		return write(request, null, "");
	}

	/**
	 * Encodes a request with the id of the only browser that may continue it. A version
	 * that does not know that id still reads the request.
	 */
	public byte[] write(SignOnRequest request, byte @Nullable [] browser) {
		return write(request, browser, "");
	}

	/**
	 * Encodes a request with the only user who may sign in for it.
	 * @param principal the canonical name; empty for anybody
	 */
	public byte[] write(SignOnRequest request, String principal) {
		return write(request, null, principal);
	}

	private static byte[] write(SignOnRequest request, byte @Nullable [] browser, String principal) {
		Cbor.requireFree(Form.RESERVED, request.own());
		AuthnDemand demand = request.demand();
		RequestedAuthnContext context = demand.context();
		return Cbor.write(new Form(request.service(), request.answerUrl(), request.requestId(), demand.force(),
				demand.passive(), context == null ? null : context.comparison().name(),
				context == null ? null : context.classes(), request.receivedAt().toEpochMilli(),
				request.repeatableUntil() == null ? null : request.repeatableUntil().toEpochMilli(), browser,
				principal.isEmpty() ? null : principal.getBytes(StandardCharsets.UTF_8),
				demand.required().isEmpty() ? null : demand.required(), request.protocol().stored(),
				new HashMap<>(request.own())));
	}

	/**
	 * Decodes a request.
	 * @return empty if the bytes are of another form, as those of a much newer version
	 * may be
	 */
	public Optional<Travelling> read(byte[] bytes) {
		try {
			return Cbor.read(bytes, Form.class)
				.map(form -> new Travelling(form.toRequest(), form.b() == null ? new byte[0] : form.b(),
						form.principal() == null ? "" : new String(form.principal(), StandardCharsets.UTF_8)));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

}
