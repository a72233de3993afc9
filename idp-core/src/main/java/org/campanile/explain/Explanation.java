package org.campanile.explain;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that a service would receive about a user, and the reasons. Its JSON
 * form is public; some names there differ from the names here.
 *
 * @param person the user
 * @param entry the user's entry in the directory
 * @param attributes the attributes resolved, in the order of the definitions
 * @param subject the user's name at the service
 * @param access the decision of the access rules
 * @param signature how the response would be signed; null for a protocol without
 * signatures
 * @param factors the factors that a login would ask for; null if no server was queried
 * @param encryption how the assertion would be encrypted; null likewise
 * @param refusal why the service would be refused; null if it would not
 * @param notes how a real sign-on might differ
 * @param attributeStatement the attribute statement in XML, indented; empty if nothing
 * would be released
 */
public record Explanation(Person person, Service service, @JsonProperty("directory") List<Values> entry,
		List<Attribute> attributes, @JsonProperty("nameId") Subject subject, Access access, @Nullable Factors factors,
		@Nullable Signature signature, @Nullable Encryption encryption, @Nullable String refusal, List<String> notes,
		String attributeStatement) {

	/**
	 * A user.
	 *
	 * @param typed the name as given in the request
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
	 * @param values its values; binary ones in base64, and long ones truncated
	 */
	public record Values(String name, List<String> values) {
	}

	/**
	 * The result of a definition.
	 *
	 * @param id the attribute's id
	 * @param builtIn whether it is built in and not configured
	 * @param values the values, each with its release decision
	 * @param remarks why there is no value, or why values are missing
	 */
	public record Attribute(String id, boolean builtIn, List<Source> sources, List<Value> values,
			List<String> remarks) {
	}

	/**
	 * A source of a definition.
	 *
	 * @param name the source's name
	 * @param from the source of the values; empty if there were none
	 */
	public record Source(String name, String from) {
	}

	/**
	 * A value and the decision about it.
	 *
	 * @param released whether it is released to the service
	 */
	public record Value(String value, boolean released, String rule) {
	}

	/**
	 * The user's name identifier for the service.
	 *
	 * @param format its format's URI; null if there is none
	 * @param value its value; null if there is none, or if it differs for each session
	 * @param reasons the formats that were tried, with the result of each
	 */
	public record Subject(@Nullable String format, @Nullable String value, List<String> reasons) {
	}

	/**
	 * The decision of the access rules about a user who has just signed in with a
	 * password, at no particular address.
	 *
	 * @param decision {@code permit}, {@code deny} or {@code step-up}; {@code by page} if
	 * it is made for each page
	 * @param rule the rule that decides; {@code no rule} if none applies
	 * @param conditions the conditions of that rule, in words
	 * @param afterStepUp the decision once a step-up is met; null without one
	 * @param unless the rules that would decide instead in another network, at another
	 * time or with another authentication, each with these conditions; the first that
	 * applies counts
	 */
	public record Access(String decision, String rule, List<String> conditions, @Nullable Access afterStepUp,
			List<Access> unless) {
	}

	/**
	 * The factors of a login.
	 *
	 * @param demanded the authentication context classes of which the access rules demand
	 * one; empty for none
	 * @param rule the rule that demands them; null if none does
	 * @param needed the kinds of factors of which any one would do, after the password
	 * @param enrolled the user's credentials, with kind and name, and whether each can be
	 * proven
	 * @param missing the kinds that are needed, if the user can prove none of them
	 * @param next the next step of a login, and the reason, in words
	 */
	public record Factors(List<String> demanded, @Nullable String rule, List<String> needed, List<String> enrolled,
			List<String> missing, String next) {
	}

	/**
	 * The signature of the response. The response itself is always signed.
	 *
	 * @param assertion whether the assertion is also signed
	 * @param reason why, or why not
	 * @param algorithm the algorithm's URI; null if there is no key yet
	 * @param key the key's file
	 * @param fingerprint the SHA-256 of its certificate
	 */
	public record Signature(boolean assertion, String reason, @Nullable String algorithm, @Nullable String key,
			@Nullable String fingerprint) {
	}

	/**
	 * The encryption of the assertion.
	 *
	 * @param reason why, or why not
	 * @param content the URI of the algorithm for the content
	 * @param keyTransport the URI of the algorithm for its key
	 * @param key the service's key, and its SHA-256
	 */
	public record Encryption(boolean encrypted, String reason, @Nullable String content, @Nullable String keyTransport,
			@Nullable String key) {
	}

}
