package org.campanile.web.directory;

import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import org.campanile.HomeFolder;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.PasswordReplacement.Operation;
import org.campanile.directory.password.DirectoryPasswordChange;

/**
 * The settings of how users change their passwords.
 *
 * @param change where: {@code here}, on pages of this server; {@code link}, at
 * {@code campanile.branding.change-password-url}; {@code off}, not here, and the pages
 * say to ask the help desk where nothing is linked; without it {@code link} if that
 * address is given, otherwise {@code here} where the directory can be asked to
 * @param operation how the directory takes a new password: {@code password-modify} (RFC
 * 3062), or {@code unicode-pwd} as Active Directory does, over TLS; without it
 * {@code unicode-pwd} in mode {@code active-directory}
 * @param serviceAccount whether the account of {@code campanile.ldap.bind-dn} makes the
 * change where the directory lets users in no more, or grants them no right to; the
 * current password is checked all the same; without it so for {@code unicode-pwd}
 */
@ConfigurationProperties("campanile.authentication.password")
public record PasswordChangeProperties(@Nullable Change change, @Nullable Operation operation,
		@Nullable Boolean serviceAccount) {

	private static final String PREFIX = "campanile.authentication.password.";

	/** The place where passwords are changed. */
	public enum Change {

		/** Passwords are changed on pages of this server. */
		HERE,
		/** Passwords are changed on the linked page. */
		LINK,
		/** Passwords cannot be changed. */
		OFF

	}

	/**
	 * Requires that the chosen way is possible.
	 * @param changePasswordUrl where passwords are changed elsewhere; null for nowhere
	 * @throws IllegalArgumentException with key, reason and remedy
	 */
	void require(AuthenticationProperties authentication, LdapProperties directory,
			@Nullable String changePasswordUrl) {
		if (change == Change.LINK && changePasswordUrl == null) {
			throw new IllegalArgumentException(
					"campanile.branding.change-password-url: missing, though " + PREFIX + "change is link; give the "
							+ "address where people change their passwords, or set " + PREFIX + "change to here");
		}
		if (change == Change.HERE) {
			obstacle(authentication, directory).ifPresent(fault -> {
				throw new IllegalArgumentException(fault);
			});
		}
	}

	/**
	 * Whether passwords are changed on pages of this server.
	 * @param changePasswordUrl as for {@link #require}
	 */
	boolean here(AuthenticationProperties authentication, LdapProperties directory,
			@Nullable String changePasswordUrl) {
		return change == Change.HERE
				|| change == null && changePasswordUrl == null && obstacle(authentication, directory).isEmpty();
	}

	/** Returns why passwords cannot be changed. */
	private Optional<String> obstacle(AuthenticationProperties authentication, LdapProperties directory) {
		boolean active = operation(authentication) == Operation.UNICODE_PWD;
		if (active && directory.exposesPasswords()) {
			return Optional.of(PREFIX + "change: here, but " + directory.urls()
					+ " is reached without TLS, and Active Directory takes no new password then; use ldaps:// or "
					+ "campanile.ldap.start-tls: true");
		}
		if (usesServiceAccount(authentication) && directory.bindDn() == null) {
			return Optional.of(PREFIX + "service-account: "
					+ (active ? "needed, as Active Directory does not let in users whose password has expired" : "true")
					+ ", but campanile.ldap.bind-dn is missing; give the account, or set " + PREFIX
					+ "change to link or off");
		}
		return Optional.empty();
	}

	private Operation operation(AuthenticationProperties authentication) {
		boolean active = authentication.mode() == AuthenticationProperties.Mode.ACTIVE_DIRECTORY;
		return Objects.requireNonNullElse(operation, active ? Operation.UNICODE_PWD : Operation.PASSWORD_MODIFY);
	}

	private boolean usesServiceAccount(AuthenticationProperties authentication) {
		return Objects.requireNonNullElse(serviceAccount, operation(authentication) == Operation.UNICODE_PWD);
	}

	DirectoryPasswordChange.Settings settings(AuthenticationProperties authentication, LdapProperties directory,
			HomeFolder home) {
		Optional<ServiceAccount> account = usesServiceAccount(authentication)
				? directory.settings(home).serviceAccount() : Optional.empty();
		Operation by = operation(authentication);
		return new DirectoryPasswordChange.Settings(by, account, by == Operation.PASSWORD_MODIFY);
	}

}
