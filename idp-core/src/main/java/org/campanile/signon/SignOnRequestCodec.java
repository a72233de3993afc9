package org.campanile.signon;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * The form in which a request travels through the browser while a person signs in: CBOR
 * (RFC 8949) with short keys, to be sealed by the caller. Unknown keys are skipped.
 * Thread-safe.
 */
public final class SignOnRequestCodec {

	private final CBORMapper mapper = CBORMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.build();

	@JsonInclude(JsonInclude.Include.NON_NULL)
	private record Form(String s, String u, @Nullable String i, @Nullable String r, boolean f, boolean p,
			@Nullable String c, @Nullable List<String> k, @Nullable String n, @Nullable String q, @Nullable Integer a,
			long t) {
	}

	public byte[] write(SignOnRequest request) {
		RequestedAuthnContext context = request.authnContext();
		OptionalInt index = request.attributeConsumingServiceIndex();
		return mapper.writeValueAsBytes(new Form(request.service(), request.responseUrl(), request.requestId(),
				request.relayState(), request.forceAuthn(), request.passive(),
				context == null ? null : context.comparison().name(), context == null ? null : context.classes(),
				request.nameId().format(), request.nameId().spNameQualifier(),
				index.isPresent() ? index.getAsInt() : null, request.receivedAt().toEpochMilli()));
	}

	/**
	 * @return empty if the octets are of another form, as those of a much newer version
	 * may be
	 */
	public Optional<SignOnRequest> read(byte[] octets) {
		try {
			Form form = mapper.readValue(octets, Form.class);
			RequestedAuthnContext context = form.c() == null || form.k() == null ? null
					: new RequestedAuthnContext(RequestedAuthnContext.Comparison.valueOf(form.c()), form.k());
			return Optional.of(new SignOnRequest(form.s(), form.u(), form.i(), form.r(), form.f(), form.p(), context,
					new NameIdRequest(form.n(), form.q()),
					form.a() == null ? OptionalInt.empty() : OptionalInt.of(form.a()), Instant.ofEpochMilli(form.t())));
		}
		catch (JacksonException | IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

}
