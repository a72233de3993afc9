package org.campanile.web.saml;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;

/**
 * Reads the fields of a posted form only from its body. The container's parameters
 * include those of the URL, and a SAML message in a URL would remain in logs and browser
 * histories.
 */
public final class PostedForm {

	private PostedForm() {
	}

	/**
	 * Reads the body, whose length has been limited before. The container's parameters
	 * must not have been read before.
	 * @throws SamlFault local, {@link FaultCode#MESSAGE_UNDECODABLE}, if it is not a form
	 * in UTF-8
	 */
	public static Map<String, List<String>> read(HttpServletRequest request) throws SamlFault, IOException {
		if (!isOf(request.getContentType(), MediaType.APPLICATION_FORM_URLENCODED)) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE,
					"the body is not a form, its Content-Type is " + request.getContentType());
		}
		byte[] body = request.getInputStream().readAllBytes();
		Map<String, List<String>> fields = new LinkedHashMap<>();
		for (String field : new String(body, StandardCharsets.ISO_8859_1).split("&")) {
			int equals = field.indexOf('=');
			String name = decode(equals < 0 ? field : field.substring(0, equals));
			String value = equals < 0 ? "" : decode(field.substring(equals + 1));
			fields.computeIfAbsent(name, key -> new ArrayList<>(1)).add(value);
		}
		return fields;
	}

	/** Whether the Content-Type is one of these, whatever its parameters. */
	static boolean isOf(@Nullable String contentType, MediaType... types) {
		try {
			MediaType type = contentType == null ? null : MediaType.parseMediaType(contentType);
			return type != null && Stream.of(types).anyMatch(type::equalsTypeAndSubtype);
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

	/**
	 * Decodes strictly: {@link URLDecoder} would replace malformed UTF-8, so that a
	 * RelayState would be returned changed.
	 * @param text with one character for each byte
	 */
	private static String decode(String text) throws SamlFault {
		try {
			byte[] bytes = URLDecoder.decode(text, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (IllegalArgumentException ex) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, "the form's percent-encoding is broken", ex);
		}
		catch (CharacterCodingException ex) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, "the form is not UTF-8", ex);
		}
	}

}
