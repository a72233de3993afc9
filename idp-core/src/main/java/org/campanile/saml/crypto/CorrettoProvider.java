package org.campanile.saml.crypto;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.Provider;
import java.util.Collections;
import java.util.List;

/**
 * Finds and loads the Amazon Corretto Crypto Provider, native code that is only a runtime
 * dependency of the server. Its jars for different processors contain the same classes,
 * and their libraries under the same name, so the right jar is searched for on the class
 * path and gets its own class loader. The provider is not installed in the runtime:
 * random numbers, ciphers of TLS and everything else continue to use the JDK's providers,
 * with the one exception of {@link CryptoProvider#installEcdsa}.
 */
final class CorrettoProvider {

	private static final String CLASS = "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider";

	private static final String RESOURCE = CLASS.replace('.', '/') + ".class";

	private CorrettoProvider() {
	}

	/**
	 * The provider for the current processor and operating system.
	 * @throws CryptoProviderException if there is none, or its library cannot be loaded
	 */
	static Provider load() throws CryptoProviderException {
		return load(classifier(System.getProperty("os.name", ""), System.getProperty("os.arch", "")));
	}

	static Provider load(String classifier) throws CryptoProviderException {
		// Stays open with the provider for the life of the process.
		@SuppressWarnings("resource")
		URLClassLoader loader = new URLClassLoader(new URL[] { jar(classifier) }, ClassLoader.getPlatformClassLoader());
		try {
			Class<?> type = Class.forName(CLASS, true, loader);
			Provider provider = (Provider) type.getField("INSTANCE").get(null);
			if (type.getMethod("getLoadingError").invoke(provider) instanceof Throwable error) {
				throw new CryptoProviderException("its library cannot be loaded (" + root(error) + ")", error);
			}
			return provider;
		}
		catch (ReflectiveOperationException | LinkageError ex) {
			throw new CryptoProviderException("it cannot be loaded (" + root(ex) + ")", ex);
		}
	}

	/** The classifier of the jar for an operating system and processor. */
	static String classifier(String system, String processor) {
		String kind = switch (processor) {
			case "amd64" -> "x86_64";
			case "aarch64" -> "aarch_64";
			default -> processor;
		};
		return (system.startsWith("Mac") ? "osx" : system.toLowerCase(java.util.Locale.ROOT)) + '-' + kind;
	}

	private static URL jar(String classifier) throws CryptoProviderException {
		try {
			List<URL> places = Collections.list(CorrettoProvider.class.getClassLoader().getResources(RESOURCE));
			for (URL place : places) {
				String address = place.toString();
				String jar = address.substring(0, address.length() - RESOURCE.length());
				if (jar.endsWith('-' + classifier + ".jar!/")) {
					return new URI(jar).toURL();
				}
			}
			throw new CryptoProviderException(
					"there is no AmazonCorrettoCryptoProvider-…-" + classifier + ".jar on the class path");
		}
		catch (IOException | URISyntaxException ex) {
			throw new CryptoProviderException("the class path cannot be searched (" + ex + ")", ex);
		}
	}

	private static String root(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null && root.getCause() != root) {
			root = root.getCause();
		}
		return String.valueOf(root).strip().replaceAll("\\s*\\R\\s*", " ");
	}

}
