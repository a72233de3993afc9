package org.campanile.factor.passkey;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import com.webauthn4j.credential.CredentialRecord;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticatorTransport;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.authenticator.COSEKey;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.extension.authenticator.AuthenticationExtensionsAuthenticatorOutputs;
import com.webauthn4j.data.extension.authenticator.RegistrationExtensionAuthenticatorOutput;
import tools.jackson.dataformat.cbor.CBORMapper;

import org.campanile.seal.Cbor;

/**
 * The stored form of a passkey (WebAuthn 4, credential record), sealed as CBOR with short
 * keys, which later versions keep. Its array must not be modified.
 *
 * @param d the attested credential data: AAGUID, credential id and public key (WebAuthn
 * 6.5.1)
 * @param n the signature counter
 * @param f flags of the registration: 1 backup eligible, 2 user verified
 * @param t the transports that the browser named
 * @param l the name with which the user signed in when the passkey was enrolled
 */
@SuppressWarnings("ArrayRecordComponent") // Neither compared nor shown.
record StoredPasskey(byte[] d, long n, int f, List<String> t, String l) {

	/** The offset of the length of the credential id in the attested credential data. */
	private static final int LENGTH_AT = 16;

	private static final int ID_AT = 18;

	private static final int BACKUP_ELIGIBLE = 1;

	private static final int USER_VERIFIED = 2;

	/**
	 * The known transports. Others are only hints (WebAuthn 5.8.4), or whatever a browser
	 * is made to send.
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

	/** Reads a passkey; empty if a later version has written it. */
	static Optional<StoredPasskey> read(byte[] own) {
		return Cbor.read(own, StoredPasskey.class);
	}

	byte[] write() {
		return Cbor.write(this);
	}

	StoredPasskey withCounter(long counter) {
		return new StoredPasskey(d, counter, f, t, l);
	}

	/**
	 * Whether the authenticator can verify the user: it did when the passkey was
	 * enrolled.
	 */
	boolean verifies() {
		return (f & USER_VERIFIED) != 0;
	}

	String loginName() {
		return l;
	}

	/** Returns the credential id without reading the key, which takes much longer. */
	byte[] credentialId() {
		return Arrays.copyOfRange(d, ID_AT, keyAt());
	}

	/** Returns the offset of the public key, which is the rest of the data. */
	private int keyAt() {
		return ID_AT + Short.toUnsignedInt(ByteBuffer.wrap(d).getShort(LENGTH_AT));
	}

	/**
	 * The record that an assertion is verified against, which changes it.
	 * @param cbor reads the key: WebAuthn4J's own converter of attested credential data
	 * sets up Jackson anew for each, which takes about as long as a whole login
	 */
	CredentialRecord record(CBORMapper cbor) {
		AttestedCredentialData data = new AttestedCredentialData(new AAGUID(Arrays.copyOf(d, LENGTH_AT)),
				credentialId(),
				Objects.requireNonNull(cbor.readValue(Arrays.copyOfRange(d, keyAt(), d.length), COSEKey.class)));
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
