package org.campanile.testkit.serviceprovider;

import java.security.PrivateKey;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/**
 * A service provider of the Web Browser SSO profile (SAML Profiles 4.1). Stateless:
 * tracking requests, and assertions that were used, is left to the caller. Thread-safe.
 */
public final class ServiceProvider {

	private final ServiceProviderSettings settings;

	private final ServiceProviderKeys keys;

	private final InstantSource clock;

	private final SecureRandom random;

	private final byte[] metadata;

	private final ResponseDecoder decoder;

	public ServiceProvider(ServiceProviderSettings settings, ServiceProviderKeys keys, InstantSource clock,
			SecureRandom random) {
		this.settings = settings;
		this.keys = keys;
		this.clock = clock;
		this.random = random;
		this.metadata = MetadataWriter.write(settings, keys.certificate());
		this.decoder = new ResponseDecoder(settings, keys, clock);
	}

	public String entityId() {
		return settings.entityId();
	}

	public ServiceProviderSettings settings() {
		return settings;
	}

	public ServiceProviderKeys keys() {
		return keys;
	}

	/** Returns the metadata, an EntityDescriptor in UTF-8. */
	public byte[] metadata() {
		return metadata.clone();
	}

	/** A request ID of 160 random bits (SAML Core 1.3.4). */
	public String newId() {
		byte[] bytes = new byte[20];
		random.nextBytes(bytes);
		return "_" + HexFormat.of().formatHex(bytes);
	}

	/**
	 * A new AuthnRequest for HTTP-Redirect.
	 * @param endpoint the identity provider's URL for that binding
	 */
	public RedirectRequest redirect(String endpoint, AuthnRequestOptions options) {
		String id = newId();
		String xml = AuthnRequestWriter.write(id, entityId(), endpoint, clock.instant(), options);
		@Nullable PrivateKey key = signs(options) ? keys.privateKey() : null;
		return new RedirectRequest(id, RequestBinding.redirectUrl(endpoint, xml, options.relayState(), key), xml);
	}

	/**
	 * A new AuthnRequest for HTTP-POST.
	 * @param endpoint the identity provider's URL for that binding
	 */
	public PostRequest post(String endpoint, AuthnRequestOptions options) {
		String id = newId();
		String xml = AuthnRequestWriter.write(id, entityId(), endpoint, clock.instant(), options);
		String carried = signs(options) ? RequestBinding.signed(xml, keys) : xml;
		return new PostRequest(id, endpoint, RequestBinding.postFields(carried, options.relayState(), null), carried);
	}

	/**
	 * Verifies, decrypts and checks the {@code SAMLResponse} of an HTTP-POST.
	 * @param samlResponse the form field's value
	 * @throws ResponseRejectedException if anything in it is invalid
	 */
	public DecodedResponse decode(String samlResponse, ResponseExpectations expected) throws ResponseRejectedException {
		return decoder.decode(samlResponse, expected);
	}

	/** Returns the single logout of the service provider. */
	public ServiceProviderLogout logout() {
		return new ServiceProviderLogout(this, clock);
	}

	private boolean signs(AuthnRequestOptions options) {
		Boolean asked = options.signed();
		return asked == null ? settings.authnRequestsSigned() : asked;
	}

}
