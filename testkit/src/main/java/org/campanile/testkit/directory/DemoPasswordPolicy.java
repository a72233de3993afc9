package org.campanile.testkit.directory;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedExtendedRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedExtendedResult;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSimpleBindResult;
import com.unboundid.ldap.listener.interceptor.InMemoryOperationInterceptor;
import com.unboundid.ldap.sdk.BindResult;
import com.unboundid.ldap.sdk.Control;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPResult;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10ErrorType;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10RequestControl;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10ResponseControl;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10WarningType;
import com.unboundid.ldap.sdk.extensions.PasswordModifyExtendedRequest;

/**
 * Answers binds like a directory with a password policy, according to the entry's
 * {@code campanileDemoPolicy}. As in OpenLDAP the password is checked first, except for a
 * locked account, which is refused whatever the password. A new password has at least
 * eight characters and differs from the previous one; it ends the problem with the old
 * one.
 */
final class DemoPasswordPolicy extends InMemoryOperationInterceptor {

	static final String ATTRIBUTE = "campanileDemoPolicy";

	private static final int SHORTEST = 8;

	private final Function<String, @Nullable Entry> entries;

	private final Consumer<String> changed;

	/**
	 * @param entries by distinguished name
	 * @param changed takes the distinguished name of an entry with a new password
	 */
	DemoPasswordPolicy(Function<String, @Nullable Entry> entries, Consumer<String> changed) {
		this.entries = entries;
		this.changed = changed;
	}

	@Override
	public void processSimpleBindResult(InMemoryInterceptedSimpleBindResult exchange) {
		Entry entry = entries.apply(exchange.getRequest().getBindDN());
		String policy = entry == null ? null : entry.getAttributeValue(ATTRIBUTE);
		if (policy == null) {
			return;
		}
		BindResult result = exchange.getResult();
		boolean proved = result != null && result.getResultCode().equals(ResultCode.SUCCESS);
		// The state of an account is disclosed only with the correct password.
		if (proved) {
			answer(exchange, policy);
		}
	}

	@Override
	public void processExtendedRequest(InMemoryInterceptedExtendedRequest exchange) throws LDAPException {
		if (!exchange.getRequest().getOID().equals(PasswordModifyExtendedRequest.PASSWORD_MODIFY_REQUEST_OID)) {
			return;
		}
		PasswordModifyExtendedRequest change = new PasswordModifyExtendedRequest(exchange.getRequest());
		String wanted = String.valueOf(change.getNewPassword());
		if (wanted.length() < SHORTEST) {
			throw declined(exchange, DraftBeheraLDAPPasswordPolicy10ErrorType.PASSWORD_TOO_SHORT);
		}
		if (wanted.equals(change.getOldPassword())) {
			throw declined(exchange, DraftBeheraLDAPPasswordPolicy10ErrorType.PASSWORD_IN_HISTORY);
		}
	}

	@Override
	public void processExtendedResult(InMemoryInterceptedExtendedResult exchange) {
		if (exchange.getRequest().getOID().equals(PasswordModifyExtendedRequest.PASSWORD_MODIFY_REQUEST_OID)
				&& exchange.getResult() != null && exchange.getResult().getResultCode().equals(ResultCode.SUCCESS)) {
			try {
				changed
					.accept(String.valueOf(new PasswordModifyExtendedRequest(exchange.getRequest()).getUserIdentity()));
			}
			catch (LDAPException ex) {
				throw new IllegalStateException("it was read before", ex);
			}
		}
	}

	private static LDAPException declined(InMemoryInterceptedExtendedRequest exchange,
			DraftBeheraLDAPPasswordPolicy10ErrorType error) {
		Control[] controls = isAsked(exchange.getRequest().getControls())
				? new Control[] { new DraftBeheraLDAPPasswordPolicy10ResponseControl(null, -1, error) }
				: new Control[0];
		return new LDAPException(new LDAPResult(exchange.getMessageID(), ResultCode.CONSTRAINT_VIOLATION, null, null,
				new String[0], controls));
	}

	private static void answer(InMemoryInterceptedSimpleBindResult exchange, String policy) {
		switch (policy) {
			case "locked" -> refuse(exchange, null, DraftBeheraLDAPPasswordPolicy10ErrorType.ACCOUNT_LOCKED);
			case "expired" -> refuse(exchange, null, DraftBeheraLDAPPasswordPolicy10ErrorType.PASSWORD_EXPIRED);
			// The draft has no code for a disabled account; this is that of Active
			// Directory.
			case "disabled" -> refuse(exchange,
					"80090308: LdapErr: DSID-0C090446, comment: AcceptSecurityContext error, data 533, v4563", null);
			case "mustChange" ->
				set(exchange, ResultCode.SUCCESS, null, new DraftBeheraLDAPPasswordPolicy10ResponseControl(null, -1,
						DraftBeheraLDAPPasswordPolicy10ErrorType.CHANGE_AFTER_RESET));
			case "expiresSoon" -> set(exchange, ResultCode.SUCCESS, null,
					new DraftBeheraLDAPPasswordPolicy10ResponseControl(
							DraftBeheraLDAPPasswordPolicy10WarningType.TIME_BEFORE_EXPIRATION,
							Math.toIntExact(Duration.ofDays(3).toSeconds()), null));
			default -> {
				// An unknown value in a custom LDIF: no policy.
			}
		}
	}

	private static void refuse(InMemoryInterceptedSimpleBindResult exchange, @Nullable String message,
			@Nullable DraftBeheraLDAPPasswordPolicy10ErrorType error) {
		set(exchange, ResultCode.INVALID_CREDENTIALS, message,
				error == null ? null : new DraftBeheraLDAPPasswordPolicy10ResponseControl(null, -1, error));
	}

	private static void set(InMemoryInterceptedSimpleBindResult exchange, ResultCode code, @Nullable String message,
			@Nullable Control control) {
		// Draft-behera 9.1: the response control is only sent if it was requested.
		Control[] controls = control != null && isAsked(exchange.getRequest().getControls()) ? new Control[] { control }
				: new Control[0];
		exchange.setResult(new BindResult(exchange.getMessageID(), code, message, null, null, controls));
	}

	private static boolean isAsked(Control[] controls) {
		return Arrays.stream(controls)
			.anyMatch(request -> request.getOID()
				.equals(DraftBeheraLDAPPasswordPolicy10RequestControl.PASSWORD_POLICY_REQUEST_OID));
	}

}
