package org.campanile.signon;

import org.campanile.release.NameIdRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.cbor.CBORWriteFeature;

/**
 * The form in which a request travels through the browser while a person signs in: CBOR
 * (RFC 8949) with short keys, to be sealed by the caller. Unknown keys are skipped.
 * Thread-safe.
 */
public final class SignOnRequestCodec {

	private final CBORMapper mapper = CBORMapper.builder()
		.enable(CBORWriteFeature.LENIENT_UTF_ENCODING)
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.build();

	@JsonInclude(JsonInclude.Include.NON_NULL)
	private record Form(String s, String u, @Nullable String i, @Nullable String r, boolean f, boolean p,
			@Nullable String c, @Nullable List<String> k, @Nullable String n, @Nullable String q, @Nullable Integer a,
			@Nullable Boolean w, long t, @Nullable Long x, byte @Nullable [] b) {

		/** Without these there is no request; Jackson reports what is thrown here. */
		Form {
			Objects.requireNonNull(s);
			Objects.requireNonNull(u);
			k = k == null ? null : List.copyOf(k);
		}

	}

	/**
	 * A request as it was read.
	 *
	 * @param browser what it was written with; empty if with nothing
	 */
	public record Travelling(SignOnRequest request, byte[] browser) {
	}

	/** The bytes of a request; times are kept to the millisecond. */
	public byte[] write(SignOnRequest request) {
		return write(request, null);
	}

	/**
	 * The bytes of a request with what tells the one browser that may go on with it. A
	 * version that does not know of the latter reads the request all the same.
	 */
	public byte[] write(SignOnRequest request, byte @Nullable [] browser) {
		RequestedAuthnContext context = request.authnContext();
		OptionalInt index = request.attributeConsumingServiceIndex();
		return mapper.writeValueAsBytes(
				new Form(request.service(), request.responseUrl(), request.requestId(), request.relayState(),
						request.forceAuthn(), request.passive(), context == null ? null : context.comparison().name(),
						context == null ? null : context.classes(), request.nameId().format(),
						request.nameId().spNameQualifier(), index.isPresent() ? index.getAsInt() : null,
						request.nameId().allowCreate() ? null : Boolean.FALSE, request.receivedAt().toEpochMilli(),
						request.repeatableUntil() == null ? null : request.repeatableUntil().toEpochMilli(), browser));
	}

	/**
	 * The request in those bytes.
	 * @return empty if the bytes are of another form, as those of a much newer version
	 * may be
	 */
	public Optional<Travelling> read(byte[] bytes) {
		try {
			@Nullable Form form = mapper.readValue(bytes, Form.class);
			if (form == null) {
				return Optional.empty();
			}
			RequestedAuthnContext context = form.c() == null || form.k() == null ? null
					: new RequestedAuthnContext(RequestedAuthnContext.Comparison.valueOf(form.c()), form.k());
			SignOnRequest request = new SignOnRequest(form.s(), form.u(), form.i(), form.r(), form.f(), form.p(),
					context, new NameIdRequest(form.n(), form.q(), !Boolean.FALSE.equals(form.w())),
					form.a() == null ? OptionalInt.empty() : OptionalInt.of(form.a()), Instant.ofEpochMilli(form.t()),
					form.x() == null ? null : Instant.ofEpochMilli(form.x()));
			return Optional.of(new Travelling(request, form.b() == null ? new byte[0] : form.b()));
		}
		catch (JacksonException | IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

}
