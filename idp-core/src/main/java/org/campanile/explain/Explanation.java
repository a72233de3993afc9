package org.campanile.explain;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What a service would receive about a user, and why. Its form in JSON is public, and
 * older than its names here.
 *
 * @param person the user
 * @param service which service
 * @param entry the user's entry in the directory
 * @param attributes the attributes resolved, in the order of the definitions
 * @param subject the user's name at the service
 * @param signature how the answer would be signed
 * @param encryption how the assertion would be encrypted
 * @param refusal why the service would be refused; null if it would not
 * @param notes what a real sign-on might do otherwise
 * @param attributeStatement the attribute statement in XML, indented; empty if nothing
 * would be released
 */
public record Explanation(Person person, Service service, @JsonProperty("directory") List<Values> entry,
		List<Attribute> attributes, @JsonProperty("nameId") Subject subject, Signature signature, Encryption encryption,
		@Nullable String refusal, List<String> notes, String attributeStatement) {

	/**
	 * A user.
	 *
	 * @param typed the name that was asked for
	 * @param principal the canonical name
	 * @param dn the entry's distinguished name
	 */
	public record Person(String typed, String principal, String dn) {
	}

	/**
	 * A service.
	 *
	 * @param id its name in its protocol
	 * @param name its display name
	 */
	public record Service(@JsonProperty("entityId") String id, String name) {
	}

	/**
	 * An attribute of the directory.
	 *
	 * @param name its name
	 * @param values its values; what is no text in base64, and cut if it is long
	 */
	public record Values(String name, List<String> values) {
	}

	/**
	 * What a definition made.
	 *
	 * @param id the attribute's id
	 * @param builtIn whether nothing is configured for it
	 * @param sources what it reads
	 * @param values what became of each value
	 * @param remarks why there is no value, or not every one
	 */
	public record Attribute(String id, boolean builtIn, List<Source> sources, List<Value> values,
			List<String> remarks) {
	}

	/**
	 * What a definition reads.
	 *
	 * @param name the source's name
	 * @param from where its values came from; empty if it had none
	 */
	public record Source(String name, String from) {
	}

	/**
	 * One value.
	 *
	 * @param value the value
	 * @param released whether the service gets it
	 * @param rule the rule that decided
	 */
	public record Value(String value, boolean released, String rule) {
	}

	/**
	 * What the service would know the user by.
	 *
	 * @param format its format's URI; null if there is none
	 * @param value its value; null if there is none, or another for each session
	 * @param reasons the formats that were tried, and what came of each
	 */
	public record Subject(@Nullable String format, @Nullable String value, List<String> reasons) {
	}

	/**
	 * How the answer is signed. The response always is.
	 *
	 * @param assertion whether the assertion is as well
	 * @param reason why, or why not
	 * @param algorithm the algorithm's URI; null if there is no key yet
	 * @param key the key's file
	 * @param fingerprint the SHA-256 of its certificate
	 */
	public record Signature(boolean assertion, String reason, @Nullable String algorithm, @Nullable String key,
			@Nullable String fingerprint) {
	}

	/**
	 * How the assertion is encrypted.
	 *
	 * @param encrypted whether it is
	 * @param reason why, or why not
	 * @param content the URI of the algorithm for the content
	 * @param keyTransport the URI of that for its key
	 * @param key the service's key, and its SHA-256
	 */
	public record Encryption(boolean encrypted, String reason, @Nullable String content, @Nullable String keyTransport,
			@Nullable String key) {
	}

}
