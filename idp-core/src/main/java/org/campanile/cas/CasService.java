package org.campanile.cas;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.access.RestrictedService;
import org.campanile.protocol.ProtocolId;
import org.campanile.service.DisplayInfo;
import org.jspecify.annotations.Nullable;

/**
 * A registered CAS service.
 *
 * @param id its name in the registry, by which rules and the audit log refer to it
 * @param urls the service URLs that it owns
 * @param order the precedence if several services own a URL; the lowest counts
 * @param usernameAttribute the attribute whose first value is the user's name at the
 * service; null for the canonical name
 * @param attributeNames the names under which it receives attributes, by attribute id;
 * one that is not listed has its id for a name
 * @param logout how it is notified of a logout
 * @param proxying the permissions of the service as a proxy
 * @param ownRules the rules of who may use the service; null if the rules for all
 * services apply
 */
public record CasService(String id, ServiceUrlPattern urls, int order, DisplayInfo display,
		Map<String, Set<String>> entityAttributes, boolean enabled, Set<String> released, Set<String> withheld,
		@Nullable String usernameAttribute, Map<String, String> attributeNames, Logout logout, Proxying proxying,
		@Nullable OwnRules ownRules) implements RestrictedService {

	/** The id of the protocol in stored sessions and sealed requests. */
	public static final ProtocolId PROTOCOL = new ProtocolId("cas");

	public CasService {
		entityAttributes = Map.copyOf(entityAttributes);
		released = Set.copyOf(released);
		withheld = Set.copyOf(withheld);
		attributeNames = Map.copyOf(attributeNames);
	}

	@Override
	public ProtocolId protocol() {
		return PROTOCOL;
	}

	@Override
	public Optional<String> address() {
		return urls.example();
	}

	/** Returns the same service, disabled. */
	public CasService disabled() {
		return new CasService(id, urls, order, display, entityAttributes, false, released, withheld, usernameAttribute,
				attributeNames, logout, proxying, ownRules);
	}

	@Override
	public boolean answeredByRedirect() {
		return true;
	}

	/**
	 * The notification of a service that a session has ended (CAS Protocol 3.0.3, 2.3.3).
	 *
	 * @param channel the way
	 * @param url the destination; null for the service URL for which the ticket was
	 * issued
	 */
	public record Logout(Channel channel, @Nullable String url) {

		/** The way. */
		public enum Channel {

			/** A POST from server to server. */
			BACK,
			/** Logout requests go through the browser. */
			FRONT,
			/** The service receives no logout requests. */
			NONE

		}

	}

	/**
	 * The proxy permissions of a service (CAS Protocol 3.0.3, 2.7).
	 *
	 * @param callbacks the URLs that may receive proxy-granting tickets; empty if the
	 * service may not have any
	 * @param accepted whether it accepts tickets that proxies present
	 */
	public record Proxying(List<ServiceUrlPattern> callbacks, boolean accepted) {

		public Proxying {
			callbacks = List.copyOf(callbacks);
		}

		/** The service is no proxy and accepts none. */
		public static final Proxying NONE = new Proxying(List.of(), false);

	}

}
