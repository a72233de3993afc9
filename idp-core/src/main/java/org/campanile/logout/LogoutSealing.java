package org.campanile.logout;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.Cbor;
import org.campanile.seal.Sealer;

/**
 * The stored forms of a logout: CBOR (RFC 8949) with short keys, sealed for their purpose
 * and context. The simple names of the records here are part of the context and must not
 * change. Unknown keys are skipped. Thread-safe.
 */
final class LogoutSealing {

	private static final Logger logger = LoggerFactory.getLogger(LogoutSealing.class);

	private static final String PURPOSE = "logout";

	private final Sealer sealer;

	LogoutSealing(Sealer sealer) {
		this.sealer = sealer;
	}

	/**
	 * A logout in progress.
	 *
	 * @param r the service to answer; null if the logout began here
	 * @param s the services
	 * @param f whether the store failed while sessions were terminated
	 * @param e how many sessions were terminated here
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Progress(@Nullable Reply r, List<Service> s, boolean f, int e) {
	}

	/**
	 * The service to answer. The protocol's own entries are at the same level as the
	 * other keys, where versions with only one protocol expect them.
	 *
	 * @param e the service
	 * @param protocol its code; absent for {@link ProtocolId#UNNAMED}
	 * @param own the protocol's data for the response
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Reply(String e, @Nullable String protocol, @JsonAnySetter @JsonAnyGetter Map<String, @Nullable Object> own) {

		private static final Set<String> RESERVED = Set.of("e", "protocol");

		static Reply to(RequestedLogout requested) {
			Cbor.requireFree(RESERVED, requested.own());
			return new Reply(requested.service(), requested.protocol().stored(), new HashMap<>(requested.own()));
		}

		ProtocolId protocolId() {
			return ProtocolId.ofStored(protocol);
		}

		Map<String, String> texts() {
			return Cbor.texts(own);
		}

	}

	/**
	 * A service and its session. Qualifiers of the handle are at the same level as the
	 * other keys, as in {@link Reply}. A service that is not notified through the browser
	 * has neither handle nor session names.
	 *
	 * @param e the service
	 * @param n value of the handle
	 * @param f kind of the handle
	 * @param x the session's names
	 * @param s its state
	 * @param protocol its code; absent for {@link ProtocolId#UNNAMED}
	 * @param own qualifiers of the handle
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Service(String e, String n, String f, List<String> x, String s, @Nullable String protocol,
			@JsonAnySetter @JsonAnyGetter Map<String, @Nullable Object> own) {

		private static final Set<String> RESERVED = Set.of("e", "n", "f", "x", "s", "protocol");

		static Service of(ServiceLogout service) {
			ServiceSession session = service.session();
			Handle handle = session.handle();
			Cbor.requireFree(RESERVED, handle.qualifiers());
			return new Service(session.service(), handle.value(), handle.kind(), session.sessions(),
					service.state().name(), session.protocol().stored(), new HashMap<>(handle.qualifiers()));
		}

		/** Creates the form of a service to which no request will be made. */
		static Service withoutSession(ServiceLogout service) {
			ServiceSession session = service.session();
			// Earlier versions require each key, and a name of a session.
			return new Service(session.service(), "", "", List.of(""), service.state().name(),
					session.protocol().stored(), new HashMap<>());
		}

		ServiceSession session() {
			return new ServiceSession(ProtocolId.ofStored(protocol), e, new Handle(n, f, Cbor.texts(own)), x);
		}

	}

	/**
	 * The permission to send a logout request to one service.
	 *
	 * @param l the logout's id
	 * @param i the service's index in it
	 * @param s the service
	 * @param t the end, in milliseconds since the epoch
	 */
	record Ticket(String l, int i, Service s, long t) {
	}

	/**
	 * A request that awaits its response.
	 *
	 * @param l the logout's id
	 * @param i the service's place in it
	 * @param p how it is presented
	 */
	record Question(String l, int i, String p) {
	}

	/**
	 * @param context identifies where it is stored
	 */
	byte[] seal(String context, Object form) {
		return sealer.seal(PURPOSE, form.getClass().getSimpleName() + ' ' + context, Cbor.write(form));
	}

	/**
	 * Opens a seal; empty, with a log message, if it was altered, moved from another
	 * place, or is unreadable.
	 */
	<T> Optional<T> open(String context, byte[] sealed, Class<T> type) {
		Optional<T> opened = openUntrusted(context, sealed, type);
		if (opened.isEmpty()) {
			logger.warn("A stored {} of a logout could not be read: it was altered, its sealing key was removed, "
					+ "or it is of a newer form; ignored", type.getSimpleName());
		}
		return opened;
	}

	private <T> Optional<T> openUntrusted(String context, byte[] sealed, Class<T> type) {
		return sealer.open(PURPOSE, type.getSimpleName() + ' ' + context, sealed)
			.flatMap(plain -> Cbor.read(plain, type));
	}

	/** Seals what a browser keeps and no store does, in URL-safe Base64. */
	String sealToken(Object form) {
		return sealer.sealToken(PURPOSE, form.getClass().getSimpleName() + ' ', Cbor.write(form));
	}

	/**
	 * Opens a token of {@link #sealToken}; empty, without a log message, if it is none,
	 * as anyone can send one.
	 */
	<T> Optional<T> openToken(String token, Class<T> type) {
		return sealer.openToken(PURPOSE, type.getSimpleName() + ' ', token).flatMap(plain -> Cbor.read(plain, type));
	}

}
