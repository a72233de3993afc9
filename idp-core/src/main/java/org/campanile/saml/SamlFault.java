package org.campanile.saml;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A SAML message was refused. Only a fault raised after the response URL was found in
 * metadata carries a {@link ReplyTo} and is reported to the service; every other is shown
 * only to the user at the browser.
 */
public final class SamlFault extends Exception {

	private static final long serialVersionUID = 1L;

	private final FaultCode code;

	private final @Nullable String service;

	private final transient @Nullable ReplyTo replyTo;

	private SamlFault(FaultCode code, String detail, @Nullable String service, @Nullable ReplyTo replyTo,
			@Nullable Throwable cause) {
		super(detail, cause);
		this.code = code;
		this.service = service;
		this.replyTo = replyTo;
	}

	/**
	 * A fault that is reported only to the user and the audit log.
	 * @param detail for the audit log; may quote hostile input, never secrets
	 */
	public static SamlFault local(FaultCode code, String detail) {
		return new SamlFault(code, detail, null, null, null);
	}

	/** Creates a fault like {@link #local(FaultCode, String)}, with the cause. */
	public static SamlFault local(FaultCode code, String detail, Throwable cause) {
		return new SamlFault(code, detail, null, null, cause);
	}

	/** A fault that is reported to the service. */
	public static SamlFault toService(FaultCode code, String detail, ReplyTo replyTo) {
		return new SamlFault(code, detail, replyTo.service(), replyTo, null);
	}

	/**
	 * Returns the same local fault with the service whose metadata was found, so that a
	 * page can tell where to start again.
	 */
	public SamlFault about(String entityId) {
		return new SamlFault(code, String.valueOf(getMessage()), entityId, replyTo, getCause());
	}

	public FaultCode code() {
		return code;
	}

	/** Returns the service that the message names, if it was found in metadata. */
	public Optional<String> service() {
		return Optional.ofNullable(service);
	}

	/**
	 * Returns the destination of an error response; empty if the fault must not be
	 * reported to the service.
	 */
	public Optional<ReplyTo> replyTo() {
		return Optional.ofNullable(replyTo);
	}

	/**
	 * The destination and form of an error response.
	 *
	 * @param service its entityID
	 * @param responseUrl an assertion consumer service of its metadata
	 * @param requestId the ID of the request; null if it was unusable
	 * @param relayState to be returned
	 */
	public record ReplyTo(String service, String responseUrl, @Nullable String requestId, @Nullable String relayState,
			StatusCode status) {
	}

}
