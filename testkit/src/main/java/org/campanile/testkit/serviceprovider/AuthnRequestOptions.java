package org.campanile.testkit.serviceprovider;

import java.util.OptionalInt;

import org.campanile.signon.RequestedAuthnContext;
import org.jspecify.annotations.Nullable;

/**
 * The options of an AuthnRequest (SAML Core 3.4.1).
 *
 * @param forceAuthn {@code ForceAuthn}
 * @param passive {@code IsPassive}
 * @param signed whether the request is signed; null to follow the metadata
 * @param nameIdFormat the {@code NameIDPolicy}'s Format; null for no such element
 * @param authnContext {@code RequestedAuthnContext}; null for none
 * @param responseUrl {@code AssertionConsumerServiceURL}, with HTTP-POST as
 * {@code ProtocolBinding}; null for none
 * @param responseUrlIndex {@code AssertionConsumerServiceIndex}
 * @param relayState the state to be returned; null for none
 */
public record AuthnRequestOptions(boolean forceAuthn, boolean passive, @Nullable Boolean signed,
		@Nullable String nameIdFormat, @Nullable RequestedAuthnContext authnContext, @Nullable String responseUrl,
		OptionalInt responseUrlIndex, @Nullable String relayState) {

	/** A request without options, answered at the default endpoint. */
	public static final AuthnRequestOptions PLAIN = new AuthnRequestOptions(false, false, null, null, null, null,
			OptionalInt.empty(), null);

	/** Returns the same options with {@code ForceAuthn}. */
	public AuthnRequestOptions withForceAuthn() {
		return new AuthnRequestOptions(true, passive, signed, nameIdFormat, authnContext, responseUrl, responseUrlIndex,
				relayState);
	}

	/** Returns the same options with {@code IsPassive}. */
	public AuthnRequestOptions withPassive() {
		return new AuthnRequestOptions(forceAuthn, true, signed, nameIdFormat, authnContext, responseUrl,
				responseUrlIndex, relayState);
	}

	/** Returns the same options, signed or not regardless of the metadata. */
	public AuthnRequestOptions withSigned(boolean sign) {
		return new AuthnRequestOptions(forceAuthn, passive, sign, nameIdFormat, authnContext, responseUrl,
				responseUrlIndex, relayState);
	}

	/** Returns the same options with a {@code NameIDPolicy} of that format. */
	public AuthnRequestOptions withNameIdFormat(String format) {
		return new AuthnRequestOptions(forceAuthn, passive, signed, format, authnContext, responseUrl, responseUrlIndex,
				relayState);
	}

	/** Returns the same options with that {@code RequestedAuthnContext}. */
	public AuthnRequestOptions withAuthnContext(RequestedAuthnContext context) {
		return new AuthnRequestOptions(forceAuthn, passive, signed, nameIdFormat, context, responseUrl,
				responseUrlIndex, relayState);
	}

	/** Returns the same options with that {@code AssertionConsumerServiceURL}. */
	public AuthnRequestOptions withResponseUrl(String url) {
		return new AuthnRequestOptions(forceAuthn, passive, signed, nameIdFormat, authnContext, url, responseUrlIndex,
				relayState);
	}

	/** Returns the same options with that {@code AssertionConsumerServiceIndex}. */
	public AuthnRequestOptions withResponseUrlIndex(int index) {
		return new AuthnRequestOptions(forceAuthn, passive, signed, nameIdFormat, authnContext, responseUrl,
				OptionalInt.of(index), relayState);
	}

	/** Returns the same options with that RelayState. */
	public AuthnRequestOptions withRelayState(String state) {
		return new AuthnRequestOptions(forceAuthn, passive, signed, nameIdFormat, authnContext, responseUrl,
				responseUrlIndex, state);
	}

}
