package org.campanile.demo.service;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

import org.campanile.saml.nameid.NameId;
import org.campanile.testkit.serviceprovider.LogoutSubject;
import org.jspecify.annotations.Nullable;

/**
 * A user's session at a demo service, as stored in the service's cookie. A forged one is
 * not valid: {@link DemoSessions} decides.
 *
 * @param who the user's display name
 * @param nameId the identifier that the service received
 * @param sessionIndex the session's name; empty if none was received
 */
record DemoSession(String who, NameId nameId, String sessionIndex) {

	private static final int FIELDS = 6;

	LogoutSubject subject() {
		return new LogoutSubject(nameId, sessionIndex.isEmpty() ? List.of() : List.of(sessionIndex));
	}

	/** Returns the form of the session in a cookie. */
	String encoded() {
		List<String> fields = new ArrayList<>();
		for (@Nullable
		String field : new @Nullable String[] { who, nameId.value(), nameId.format(), nameId.nameQualifier(),
				nameId.spNameQualifier(), sessionIndex }) {
			fields.add(field == null ? ""
					: Base64.getUrlEncoder().withoutPadding().encodeToString(field.getBytes(StandardCharsets.UTF_8)));
		}
		return String.join(".", fields);
	}

	/** Decodes a session; empty if the cookie has another form. */
	static Optional<DemoSession> decoded(String cookie) {
		String[] parts = cookie.split("\\.", -1);
		if (parts.length != FIELDS) {
			return Optional.empty();
		}
		try {
			List<String> fields = new ArrayList<>();
			for (String part : parts) {
				fields.add(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
			}
			return Optional.of(new DemoSession(fields.get(0),
					new NameId(fields.get(1), fields.get(2), absent(fields.get(3)), absent(fields.get(4))),
					fields.get(5)));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	private static @Nullable String absent(String text) {
		return text.isEmpty() ? null : text;
	}

}
