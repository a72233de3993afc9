package org.campanile.saml.binding;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.InboundMessage.RedirectSignature;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a message of the HTTP-Redirect binding with its DEFLATE encoding (SAML Bindings
 * 3.4). It reads the query string as the browser sent it, because a signature covers
 * exactly those bytes, in the order SAMLRequest (or SAMLResponse), RelayState, SigAlg,
 * regardless of the order in which they arrived. An empty RelayState counts as none, but
 * remains part of the signed bytes. Immutable.
 */
public final class RedirectDecoder {

	/** The only encoding of the binding (SAML Bindings 3.4.4.1), and its default. */
	private static final String DEFLATE = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE";

	private static final int CHUNK = 4096;

	private final BindingLimits limits;

	public RedirectDecoder(BindingLimits limits) {
		this.limits = limits;
	}

	/**
	 * Decodes a request; checks only the encoding.
	 * @param rawQuery the query string, not decoded; null if the URL had none
	 * @throws SamlFault always local: {@link FaultCode#MESSAGE_UNDECODABLE},
	 * {@link FaultCode#MESSAGE_TOO_LARGE}, {@link FaultCode#RELAY_STATE_TOO_LONG},
	 * {@link FaultCode#NOT_AN_AUTHN_REQUEST} for a SAMLResponse,
	 * {@link FaultCode#SIGNATURE_INVALID} for an incomplete signature
	 */
	public InboundMessage decode(@Nullable String rawQuery) throws SamlFault {
		RawQuery query = RawQuery.parse(rawQuery == null ? "" : rawQuery);
		Presence.requireRequestAlone(query.has(RawQuery.SAML_REQUEST), query.has(RawQuery.SAML_RESPONSE));
		return decode(query, RawQuery.SAML_REQUEST);
	}

	/**
	 * Decodes a request or a response, whichever there is, as logout endpoints take them.
	 * @param rawQuery the query string, not decoded; null if the URL had none
	 * @throws SamlFault as for {@link #decode(String)}, except that a SAMLResponse is
	 * accepted too
	 */
	public InboundMessage decodeEither(@Nullable String rawQuery) throws SamlFault {
		RawQuery query = RawQuery.parse(rawQuery == null ? "" : rawQuery);
		boolean response = query.has(RawQuery.SAML_RESPONSE);
		Presence.requireOne(query.has(RawQuery.SAML_REQUEST), response);
		return decode(query, response ? RawQuery.SAML_RESPONSE : RawQuery.SAML_REQUEST);
	}

	private InboundMessage decode(RawQuery query, String parameter) throws SamlFault {
		String encoding = query.text(RawQuery.SAML_ENCODING);
		if (encoding != null && !encoding.equals(DEFLATE)) {
			throw undecodable("SAMLEncoding is not DEFLATE: " + encoding);
		}
		String relayState = RelayStates.accept(query.text(RawQuery.RELAY_STATE));
		Optional<RedirectSignature> signature = signature(query, parameter);
		byte[] xml = inflate(parameter, query.bytes(parameter), limits.maxInflated());
		return new InboundMessage(Saml.BINDING_REDIRECT, xml, relayState, signature,
				parameter.equals(RawQuery.SAML_RESPONSE));
	}

	/**
	 * Inflates DEFLATE of RFC 1951 without a header (SAML Bindings 3.4.4.1) up to a
	 * limit. The whole input must be one complete stream.
	 */
	private static byte[] inflate(String parameter, byte[] deflated, int maxInflated) throws SamlFault {
		Inflater inflater = new Inflater(true);
		try {
			inflater.setInput(deflated);
			byte[] inflated = new byte[CHUNK];
			int size = 0;
			while (!inflater.finished()) {
				if (size == inflated.length) {
					inflated = Arrays.copyOf(inflated, 2 * size);
				}
				int count = inflater.inflate(inflated, size, inflated.length - size);
				if (count == 0 && !inflater.finished()) {
					throw undecodable("the deflate stream of " + parameter + " is cut short");
				}
				size += count;
				if (size > maxInflated) {
					throw SamlFault.local(FaultCode.MESSAGE_TOO_LARGE,
							parameter + " inflates to more than " + maxInflated + " bytes");
				}
			}
			if (inflater.getRemaining() > 0) {
				throw undecodable(inflater.getRemaining() + " bytes follow the deflate stream of " + parameter);
			}
			return Arrays.copyOf(inflated, size);
		}
		catch (DataFormatException ex) {
			String hint = hasZlibHeader(deflated) ? "; it has a zlib header, which the binding does not" : "";
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, parameter + " is not a deflate stream" + hint, ex);
		}
		finally {
			// Its memory is outside the heap, so the garbage collector would free it
			// late.
			inflater.end();
		}
	}

	private static boolean hasZlibHeader(byte[] bytes) {
		return bytes.length > 1 && (bytes[0] & 0x0f) == 8 && ((bytes[0] & 0xff) << 8 | bytes[1] & 0xff) % 31 == 0;
	}

	private static SamlFault undecodable(String detail) {
		return SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, detail);
	}

	private static Optional<RedirectSignature> signature(RawQuery query, String parameter) throws SamlFault {
		String algorithm = query.text(RawQuery.SIG_ALG);
		if (algorithm == null && !query.has(RawQuery.SIGNATURE)) {
			return Optional.empty();
		}
		if (algorithm == null || !query.has(RawQuery.SIGNATURE)) {
			throw SamlFault.local(FaultCode.SIGNATURE_INVALID,
					algorithm == null ? "Signature comes without SigAlg" : "SigAlg comes without Signature");
		}
		StringBuilder signed = new StringBuilder();
		append(signed, parameter, query);
		append(signed, RawQuery.RELAY_STATE, query);
		append(signed, RawQuery.SIG_ALG, query);
		return Optional.of(new RedirectSignature(signed.toString().getBytes(StandardCharsets.US_ASCII), algorithm,
				query.bytes(RawQuery.SIGNATURE)));
	}

	private static void append(StringBuilder signed, String name, RawQuery query) {
		String raw = query.raw(name);
		if (raw != null) {
			signed.append(signed.isEmpty() ? "" : "&").append(name).append('=').append(raw);
		}
	}

}
