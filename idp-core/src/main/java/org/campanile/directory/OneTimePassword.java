package org.campanile.directory;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import com.unboundid.ldap.sdk.PasswordProvider;

/**
 * Passes a typed password to the SDK and erases it afterwards: a pooled connection keeps
 * its last bind request, and must not keep the password.
 */
final class OneTimePassword extends PasswordProvider implements AutoCloseable {

	private static final long serialVersionUID = 1L;

	private final transient byte[] bytes;

	OneTimePassword(String password) {
		this.bytes = password.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public byte[] getPasswordBytes() {
		// The SDK erases the array it gets.
		return bytes.clone();
	}

	@Override
	public void close() {
		Arrays.fill(bytes, (byte) 0);
	}

}
