package org.campanile.factor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import org.campanile.authn.FactorKind;
import org.campanile.record.UnreadableRecordException;

/**
 * All credentials of a user. Immutable.
 *
 * @param principal the user's canonical name
 * @param credentials in the order in which they were enrolled
 * @param bypass the latest bypass, which may be over; null for none
 * @param lastUsed the kind of the further factor that was proven last; null if none was
 * @param handle the id by which authenticators know the user instead of a name (WebAuthn
 * 5.4.3, user handle): 32 random bytes, in Base64url; empty before anything is stored
 */
public record Enrolment(String principal, List<Credential> credentials, @Nullable Bypass bypass,
		@Nullable FactorKind lastUsed, String handle) {

	public Enrolment {
		credentials = List.copyOf(credentials);
	}

	/** Returns the enrolment of a user who has enrolled nothing. */
	public static Enrolment none(String principal) {
		return new Enrolment(principal, List.of(), null, null, "");
	}

	/** Whether there is neither a credential nor a bypass. */
	public boolean isEmpty() {
		return credentials.isEmpty() && bypass == null;
	}

	public List<Credential> of(FactorKind kind) {
		return credentials.stream().filter(credential -> credential.kind().equals(kind)).toList();
	}

	/**
	 * Fails if a record of that kind cannot be read. For methods: a factor that the user
	 * has must not be taken for one that the user lacks, or a password alone might be
	 * enough.
	 * @param any whether the method can read any credential of that kind
	 * @throws UnreadableRecordException if there are some, and it can read none
	 */
	public void requireReadable(FactorKind kind, boolean any) throws UnreadableRecordException {
		if (!any && !of(kind).isEmpty()) {
			throw new UnreadableRecordException("an enrolled " + kind
					+ " is of an unknown form, as a newer version may write; use that version, or reset the user");
		}
	}

	public Optional<Credential> find(String id) {
		return credentials.stream().filter(credential -> credential.id().equals(id)).findFirst();
	}

	/** Returns a copy with an added credential, which replaces one with the same id. */
	public Enrolment with(Credential credential) {
		List<Credential> more = new ArrayList<>(credentials);
		int index = credentials.stream().map(Credential::id).toList().indexOf(credential.id());
		if (index < 0) {
			more.add(credential);
		}
		else {
			more.set(index, credential);
		}
		return new Enrolment(principal, more, bypass, lastUsed, handle);
	}

	/** Returns a copy without the credential of that id. */
	public Enrolment without(String id) {
		return new Enrolment(principal, credentials.stream().filter(credential -> !credential.id().equals(id)).toList(),
				bypass, lastUsed, handle);
	}

	/** Returns a copy with another bypass, or none. */
	public Enrolment with(@Nullable Bypass other) {
		return new Enrolment(principal, credentials, other, lastUsed, handle);
	}

	/** Returns a copy that records the kind of the factor used last. */
	public Enrolment lastUsed(FactorKind kind) {
		return new Enrolment(principal, credentials, bypass, kind, handle);
	}

	/**
	 * Returns a copy with the handle of {@link Enrolments#newHandle}; set only where
	 * there is none.
	 */
	public Enrolment withHandle(String other) {
		return new Enrolment(principal, credentials, bypass, lastUsed, other);
	}

	/** Omits the methods' own data in each credential. */
	@Override
	public String toString() {
		return "Enrolment" + credentials;
	}

	/**
	 * The form in which it is sealed: CBOR (RFC 8949) with short keys, which later
	 * versions keep. Unknown keys are skipped, and lost when it is written; a version for
	 * which that would change what a user can prove writes another number, and is not
	 * read by this one.
	 *
	 * @param p principal
	 * @param c credentials
	 * @param b bypass; absent if there is none
	 * @param l lastUsed; absent if there is none
	 * @param h handle
	 * @param v the number of the form; absent in this one
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Form(String p, List<CredentialForm> c, @Nullable BypassForm b, @Nullable String l, String h,
			@Nullable Integer v) {

		/** Jackson reports what is thrown here. */
		Form {
			Objects.requireNonNull(p);
			c = List.copyOf(c);
			Objects.requireNonNull(h);
		}

		boolean isKnown() {
			return v == null;
		}

		static Form of(Enrolment enrolment) {
			Bypass bypass = enrolment.bypass();
			FactorKind last = enrolment.lastUsed();
			return new Form(enrolment.principal(), enrolment.credentials().stream().map(CredentialForm::of).toList(),
					bypass == null ? null : new BypassForm(bypass.reason(), bypass.by(), bypass.until().toEpochMilli()),
					last == null ? null : last.code(), enrolment.handle(), null);
		}

		Enrolment toEnrolment() {
			return new Enrolment(p, c.stream().map(CredentialForm::toCredential).toList(),
					b == null ? null : new Bypass(b.r(), b.a(), Instant.ofEpochMilli(b.u())),
					l == null ? null : new FactorKind(l), h);
		}

	}

	/**
	 * The owner, which is readable even in a record of an unknown form.
	 *
	 * @param p principal
	 */
	record Whose(String p) {

		Whose {
			Objects.requireNonNull(p);
		}

	}

	/**
	 * @param k kind
	 * @param i id
	 * @param n name
	 * @param t createdAt, milliseconds since the epoch
	 * @param u usedAt, milliseconds since the epoch; absent if never
	 * @param o own
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record CredentialForm(String k, String i, String n, long t, @Nullable Long u, byte[] o) {

		CredentialForm {
			new FactorKind(k);
			Objects.requireNonNull(i);
			Objects.requireNonNull(n);
			Objects.requireNonNull(o);
		}

		static CredentialForm of(Credential credential) {
			Instant used = credential.usedAt();
			return new CredentialForm(credential.kind().code(), credential.id(), credential.name(),
					credential.createdAt().toEpochMilli(), used == null ? null : used.toEpochMilli(), credential.own());
		}

		Credential toCredential() {
			return new Credential(new FactorKind(k), i, n, Instant.ofEpochMilli(t),
					u == null ? null : Instant.ofEpochMilli(u), o);
		}

	}

	/**
	 * @param r reason
	 * @param a the administrator
	 * @param u the end, in milliseconds since the epoch
	 */
	record BypassForm(String r, String a, long u) {

		BypassForm {
			Objects.requireNonNull(r);
			Objects.requireNonNull(a);
		}

	}

}
