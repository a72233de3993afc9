package org.campanile.directory;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import com.unboundid.ldap.sdk.PasswordProvider;

/**
 * Hands a typed password to the SDK and forgets it afterwards: a pooled connection keeps
 * its last bind request, and must not keep the password with it.
 */
final class OneTimePassword extends PasswordProvider implements AutoCloseable {

	private static final long serialVersionUID = 1L;

	private final transient byte[] bytes;

	OneTimePassword(String password) {
		this.bytes = password.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public byte[] getPasswordBytes() {
		// The SDK wipes what it is given.
		return bytes.clone();
	}

	@Override
	public void close() {
		Arrays.fill(bytes, (byte) 0);
	}

}
