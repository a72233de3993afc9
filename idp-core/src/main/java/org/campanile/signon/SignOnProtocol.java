package org.campanile.signon;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.campanile.access.AccessPolicy;
import org.campanile.protocol.Answer;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;

/**
 * The part of a protocol that the use case calls between a valid request and its answer.
 * A protocol is one implementation of this, one
 * {@link org.campanile.service.ServiceRegistry}, one
 * {@link org.campanile.logout.LogoutProtocol} if its services take part in logout, and
 * endpoints that make {@link SignOnRequest}s. Implementations are thread-safe.
 */
public interface SignOnProtocol {

	ProtocolId id();

	/**
	 * Whether the answer's address still belongs to the service, as it may have changed
	 * while the user signed in.
	 */
	boolean mayAnswer(SignOnRequest request, Service service);

	/**
	 * A page of a service that is {@linkplain Service#decidedByPage decided on by page},
	 * as checked before the user was sent to sign in.
	 *
	 * @param resource the page to which the user returns, which is not the one that was
	 * checked if the address of that is too long
	 * @param rule the name of the rule that demanded more
	 * @param enrols whether that rule has users who lack a factor enrol one
	 */
	record CheckedPage(AccessPolicy.Resource resource, String rule, boolean enrols) {
	}

	/**
	 * Returns the page whose check demanded the sign-on.
	 * @return empty if no rule of a page did
	 */
	default Optional<CheckedPage> checkedPage(SignOnRequest request) {
		return Optional.empty();
	}

	/** The attributes that the service itself asks for; no more than a hint to rules. */
	RequestedAttributes requested(SignOnRequest request, Service service);

	/**
	 * Returns the handle by which the service will know the sign-on; determined before
	 * the session is stored, once for each sign-on.
	 * @param session the session that it rests on, with its current attributes
	 * @param released the attributes that the service receives
	 * @return empty if there is no handle that the service would accept
	 * @throws StoreUnavailableException if that depends on a store that does not answer
	 */
	Optional<Handle> handle(SignOnRequest request, Service service, SsoSession session, ReleasedAttributes released)
			throws StoreUnavailableException;

	/** Returns those releasable attributes that an answer to that service carries. */
	default ReleasedAttributes carried(Service service, ReleasedAttributes released) {
		return released;
	}

	/**
	 * Returns the name by which the answer identifies the user, beside the attributes.
	 * @return empty if it names nobody beyond the session
	 */
	default Optional<String> name(Service service, SsoSession session, Handle handle) {
		return Optional.empty();
	}

	/**
	 * Whether answers say if the user has just signed in for the request
	 * ({@link SignOnOutcome.Granted#newLogin}).
	 */
	default boolean statesNewLogins() {
		return false;
	}

	/**
	 * Returns the answer to a granted request. A protocol whose answer refers to data
	 * that the service fetches later (a ticket, a code) stores that data here.
	 * @throws NotGrantedException if it turns out that it cannot be made
	 * @throws StoreUnavailableException if what it refers to could not be stored
	 */
	Issued grant(SignOnRequest request, SignOnOutcome.Granted granted)
			throws NotGrantedException, StoreUnavailableException;

	/**
	 * The answer to a request that is not granted. Must not block.
	 * @return empty if the protocol has no such answer; the user is shown a page
	 */
	Optional<Answer> refuse(SignOnRequest request, Refusal refusal);

	/**
	 * An issued answer that is not delivered yet.
	 *
	 * @param answer what the browser carries to the service
	 * @param audit further fields for the audit log, in order
	 */
	record Issued(Answer answer, Map<String, String> audit) {

		public Issued {
			audit = Collections.unmodifiableMap(new LinkedHashMap<>(audit));
		}

	}

	/** An answer that cannot be made; the service receives a refusal. */
	final class NotGrantedException extends Exception {

		private static final long serialVersionUID = 1L;

		private final Refusal refusal;

		public NotGrantedException(Refusal refusal, Throwable cause) {
			super(cause.getMessage(), cause);
			this.refusal = refusal;
		}

		public Refusal refusal() {
			return refusal;
		}

	}

}
