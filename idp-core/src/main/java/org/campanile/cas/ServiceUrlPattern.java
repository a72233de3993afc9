package org.campanile.cas;

import java.util.Optional;

import org.campanile.attribute.ValuePattern;

/**
 * The URLs that a service owns, all in the normalised form of {@link ServiceUrl}.
 * Immutable.
 */
public sealed interface ServiceUrlPattern {

	boolean matches(ServiceUrl url);

	/** A URL that users can open; empty if the pattern does not determine one. */
	Optional<String> example();

	/** Whether the pattern names one host, which then may be inside the network. */
	default boolean namesHost() {
		return example().isPresent();
	}

	/** A single URL; a query that the service itself adds does not matter. */
	record Exact(ServiceUrl url) implements ServiceUrlPattern {

		@Override
		public boolean matches(ServiceUrl other) {
			return url.value().equals(other.value()) || url.value().equals(other.withoutQuery());
		}

		@Override
		public Optional<String> example() {
			return Optional.of(url.address());
		}

	}

	/**
	 * All URLs on one host below one path, which ends at a path segment:
	 * {@code https://a.example.edu/app} owns {@code /app} and {@code /app/x}, but not
	 * {@code /apple}.
	 */
	record Prefix(ServiceUrl url) implements ServiceUrlPattern {

		/**
		 * @throws IllegalArgumentException if the URL has a query, which no path
		 * continues
		 */
		public Prefix {
			if (!url.query().isEmpty()) {
				throw new IllegalArgumentException("'" + url.value() + "' has a query; a prefix ends within the path");
			}
		}

		@Override
		public boolean matches(ServiceUrl other) {
			String path = other.path();
			String prefix = url.path();
			return url.origin().equals(other.origin()) && path.startsWith(prefix) && (prefix.endsWith("/")
					|| path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
		}

		@Override
		public Optional<String> example() {
			return Optional.of(url.address());
		}

	}

	/** A regular expression, matched as a whole, in RE2 syntax. */
	record Regex(ValuePattern pattern) implements ServiceUrlPattern {

		@Override
		public boolean matches(ServiceUrl url) {
			return pattern.matches(url.value());
		}

		/** Returns the front page of the host, if all URLs are on one host. */
		@Override
		public Optional<String> example() {
			return RegexPrefix.of(pattern.toString()).origin().map(origin -> origin + "/");
		}

		@Override
		public boolean namesHost() {
			return RegexPrefix.ofEachScheme(pattern.toString())
				.stream()
				.allMatch(prefix -> prefix.origin().isPresent());
		}

	}

}
