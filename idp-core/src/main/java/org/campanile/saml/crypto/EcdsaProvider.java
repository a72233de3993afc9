package org.campanile.saml.crypto;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;

import org.jspecify.annotations.Nullable;

/**
 * A provider with the one service that the Java runtime gets from another provider:
 * {@link CryptoProvider#installEcdsa}.
 */
final class EcdsaProvider extends Provider {

	private static final long serialVersionUID = 1L;

	EcdsaProvider(Provider source) {
		super("CampanileEcdsa", source.getVersionStr(), CryptoProvider.ECDSA_DER + " of " + source.getName());
		putService(new Delegated(this, source.getService("Signature", CryptoProvider.ECDSA_DER)));
	}

	private static final class Delegated extends Service {

		private final Service service;

		Delegated(Provider provider, Service service) {
			super(provider, service.getType(), service.getAlgorithm(), service.getClassName(), null, null);
			this.service = service;
		}

		@Override
		public Object newInstance(@Nullable Object parameter) throws NoSuchAlgorithmException {
			return service.newInstance(parameter);
		}

		@Override
		public boolean supportsParameter(Object key) {
			return service.supportsParameter(key);
		}

	}

}
