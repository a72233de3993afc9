package org.campanile.authn;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A factor that a user has proven.
 *
 * @param kind the kind of the proven factor
 * @param credential the id of the credential that proved it; empty where a user has only
 * one
 * @param traits further properties of the proof
 */
public record Factor(FactorKind kind, Instant at, String credential, Set<Trait> traits) {

	/** A property that makes a proof stronger than its kind alone. */
	public enum Trait {

		/**
		 * The authenticator verified the user, by a PIN or a fingerprint (WebAuthn 6.1,
		 * UV).
		 */
		USER_VERIFIED,
		/** The proof is bound to this server's origin. */
		PHISHING_RESISTANT;

		/** Returns the name of the trait in the configuration. */
		public String code() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	public Factor {
		traits = Set.copyOf(traits);
	}

	/** Creates a factor without further properties. */
	public Factor(FactorKind kind, Instant at) {
		this(kind, at, "", Set.of());
	}

	/**
	 * The stored and sealed form of a factor.
	 *
	 * @param k kind
	 * @param t the time, in milliseconds since the epoch
	 * @param c credential; absent if empty
	 * @param r traits; absent if there are none. Those of a later version are skipped
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	public record Form(String k, long t, @Nullable String c, @Nullable List<String> r) {

		/**
		 * Without these fields there is no factor; Jackson reports what is thrown here.
		 */
		public Form {
			new FactorKind(k);
			r = r == null ? null : List.copyOf(r);
		}

		public static Form of(Factor factor) {
			return new Form(factor.kind.code(), factor.at.toEpochMilli(),
					factor.credential.isEmpty() ? null : factor.credential,
					factor.traits.isEmpty() ? null : factor.traits.stream().map(Trait::name).sorted().toList());
		}

		public Factor toFactor() {
			Set<Trait> traits = EnumSet.noneOf(Trait.class);
			for (Trait trait : Trait.values()) {
				if (r != null && r.contains(trait.name())) {
					traits.add(trait);
				}
			}
			return new Factor(new FactorKind(k), Instant.ofEpochMilli(t), c == null ? "" : c, traits);
		}

	}

}
