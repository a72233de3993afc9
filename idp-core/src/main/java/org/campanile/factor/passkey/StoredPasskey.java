package org.campanile.factor.passkey;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import com.webauthn4j.credential.CredentialRecord;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticatorTransport;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.extension.authenticator.AuthenticationExtensionsAuthenticatorOutputs;
import com.webauthn4j.data.extension.authenticator.RegistrationExtensionAuthenticatorOutput;

import org.campanile.seal.Cbor;

/**
 * What is kept of a passkey (WebAuthn 4, credential record), as it is sealed: CBOR with
 * short keys, which later versions keep. Its array must not be modified.
 *
 * @param d the attested credential data: AAGUID, credential id and public key (WebAuthn
 * 6.5.1)
 * @param n the signature counter
 * @param f flags of the registration: 1 backup eligible, 2 user verified
 * @param t the transports that the browser named
 * @param l what the user signed in with when the passkey was enrolled
 */
@SuppressWarnings("ArrayRecordComponent") // Neither compared nor shown.
record StoredPasskey(byte[] d, long n, int f, List<String> t, String l) {

	private static final int BACKUP_ELIGIBLE = 1;

	private static final int USER_VERIFIED = 2;

	/**
	 * Others are only hints (WebAuthn 5.8.4), or whatever a browser is made to send.
	 */
	private static final Set<AuthenticatorTransport> TRANSPORTS = Set.of(AuthenticatorTransport.USB,
			AuthenticatorTransport.NFC, AuthenticatorTransport.BLE, AuthenticatorTransport.HYBRID,
			AuthenticatorTransport.INTERNAL, AuthenticatorTransport.SMART_CARD);

	/** Jackson reports what is thrown here. */
	StoredPasskey {
		Objects.requireNonNull(d);
		t = List.copyOf(t);
		Objects.requireNonNull(l);
	}

	/**
	 * @param data the attested credential data, encoded
	 */
	static StoredPasskey of(RegistrationData registration, byte[] data, String loginName) {
		AuthenticatorData<?> authenticator = Objects.requireNonNull(registration.getAttestationObject())
			.getAuthenticatorData();
		Set<AuthenticatorTransport> transports = registration.getTransports();
		return new StoredPasskey(data, authenticator.getSignCount(),
				(authenticator.isFlagBE() ? BACKUP_ELIGIBLE : 0) | (authenticator.isFlagUV() ? USER_VERIFIED : 0),
				transports == null ? List.of()
						: transports.stream()
							.filter(TRANSPORTS::contains)
							.map(AuthenticatorTransport::getValue)
							.sorted()
							.toList(),
				loginName);
	}

	/** Empty if a later version has written it. */
	static Optional<StoredPasskey> read(byte[] own) {
		return Cbor.read(own, StoredPasskey.class);
	}

	byte[] write() {
		return Cbor.write(this);
	}

	StoredPasskey withCounter(long counter) {
		return new StoredPasskey(d, counter, f, t, l);
	}

	/** Whether its authenticator can verify the user: it did when it was enrolled. */
	boolean verifies() {
		return (f & USER_VERIFIED) != 0;
	}

	String loginName() {
		return l;
	}

	/** The record that an assertion is verified against, which changes it. */
	CredentialRecord record(AttestedCredentialData data) {
		AuthenticationExtensionsAuthenticatorOutputs<RegistrationExtensionAuthenticatorOutput> none = new AuthenticationExtensionsAuthenticatorOutputs<>();
		return new CredentialRecordImpl(new NoneAttestationStatement(), (f & USER_VERIFIED) != 0,
				(f & BACKUP_ELIGIBLE) != 0, false, n, data, none, null, null,
				t.stream().map(AuthenticatorTransport::create).collect(Collectors.toSet()));
	}

	@Override
	public String toString() {
		return "StoredPasskey";
	}

}
