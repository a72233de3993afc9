package org.campanile.saml.logout;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.campanile.logout.ServiceSession;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.saml.nameid.NameId;
import org.campanile.seal.Sealer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.cbor.CBORWriteFeature;

/**
 * The forms in which a logout is kept: CBOR (RFC 8949) with short keys, sealed for their
 * use and place. Keys that are not known are skipped. Thread-safe.
 */
final class LogoutSealing {

	private static final Logger logger = LoggerFactory.getLogger(LogoutSealing.class);

	private final CBORMapper mapper = CBORMapper.builder()
		.enable(CBORWriteFeature.LENIENT_UTF_ENCODING)
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.build();

	private final Sealer sealer;

	LogoutSealing(Sealer sealer) {
		this.sealer = sealer;
	}

	/**
	 * A logout that goes on.
	 *
	 * @param r whom to answer; null if it began here
	 * @param s the services
	 * @param f whether the store failed when sessions were to end
	 * @param e how many sessions ended here
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Progress(@Nullable Reply r, List<Service> s, boolean f, int e) {
	}

	/**
	 * Whom to answer.
	 *
	 * @param e entityID
	 * @param i the request's ID
	 * @param b the binding it came by
	 * @param r its RelayState
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Reply(String e, String i, String b, @Nullable String r) {
	}

	/**
	 * A service and its session.
	 *
	 * @param e entityID
	 * @param n the identifier
	 * @param f its format
	 * @param q its NameQualifier
	 * @param p its SPNameQualifier
	 * @param x the session's names
	 * @param s where it stands
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Service(String e, String n, String f, @Nullable String q, @Nullable String p, List<String> x, String s) {

		static Service of(ServiceSession session, String state) {
			NameId name = NameId.of(session.handle());
			return new Service(session.service(), name.value(), name.format(), name.nameQualifier(),
					name.spNameQualifier(), session.sessions(), state);
		}

		ServiceSession session() {
			return new ServiceSession(RelyingParty.PROTOCOL, e, new NameId(n, f, q, p).toHandle(), x);
		}

	}

	/**
	 * Leave to ask one service.
	 *
	 * @param l the logout's id
	 * @param i the service's place in it
	 * @param s the service
	 * @param t until when, milliseconds since the epoch
	 */
	record Ticket(String l, int i, Service s, long t) {
	}

	/**
	 * A request that waits for its answer.
	 *
	 * @param l the logout's id
	 * @param i the service's place in it
	 * @param p how it is carried
	 */
	record Question(String l, int i, String p) {
	}

	/**
	 * @param context where it is kept
	 */
	byte[] seal(String context, Object form) {
		return sealer.seal("logout", form.getClass().getSimpleName() + ' ' + context, mapper.writeValueAsBytes(form));
	}

	/**
	 * Empty, with a word in the log, if it is altered, of another place, or unreadable.
	 */
	<T> Optional<T> open(String context, byte[] sealed, Class<T> type) {
		Optional<T> opened = openUntrusted(context, sealed, type);
		if (opened.isEmpty()) {
			logger.warn("A stored {} of a logout could not be read: it was altered, its sealing key was removed, "
					+ "or it is of a newer form; ignored", type.getSimpleName());
		}
		return opened;
	}

	/** The same for what anybody may send, without a word. */
	<T> Optional<T> openUntrusted(String context, byte[] sealed, Class<T> type) {
		return sealer.open("logout", type.getSimpleName() + ' ' + context, sealed).flatMap(plain -> read(plain, type));
	}

	private <T> Optional<T> read(byte[] plain, Class<T> type) {
		try {
			@Nullable T form = mapper.readValue(plain, type);
			return Optional.ofNullable(form);
		}
		catch (JacksonException ex) {
			// Not the message, which may quote what was read.
			logger.debug("A {} of a logout is of an unknown form: {}", type.getSimpleName(),
					ex.getClass().getSimpleName());
			return Optional.empty();
		}
	}

}
