package org.campanile.web.account;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * A change that a user asked for.
 *
 * @param kind the kind of change
 * @param id the object of the change: the id of a credential, a session or a service, or
 * the kind of a factor to be added; not validated
 */
record Change(Kind kind, String id) {

	/** The parameter with the kind of the change. */
	static final String DO = "do";

	static final String ID = "id";

	/**
	 * The maximum length of an id as it stands in an address: 1,024 characters, each of
	 * which may be escaped.
	 */
	private static final int MAX_ID = 3 * 1024;

	/** The changes that a user can make. */
	enum Kind {

		ADD("add"), RENAME("rename"), REMOVE("remove"), SIGN_OUT("sign-out"), WITHDRAW("withdraw");

		private final String code;

		Kind(String code) {
			this.code = code;
		}

		/** Returns the name of the change in addresses. */
		String code() {
			return code;
		}

	}

	/** Returns the change that a request names; empty if it names none. */
	static Optional<Change> of(HttpServletRequest request) {
		@Nullable String wanted = request.getParameter(DO);
		@Nullable String id = request.getParameter(ID);
		if (wanted == null || id == null || URLEncoder.encode(id, StandardCharsets.UTF_8).length() > MAX_ID) {
			return Optional.empty();
		}
		for (Kind kind : Kind.values()) {
			if (kind.code().equals(wanted)) {
				return Optional.of(new Change(kind, id));
			}
		}
		return Optional.empty();
	}

	/** Returns the query of the change's address, with the question mark. */
	String query() {
		return "?" + DO + '=' + kind.code() + '&' + ID + '=' + URLEncoder.encode(id, StandardCharsets.UTF_8);
	}

}
