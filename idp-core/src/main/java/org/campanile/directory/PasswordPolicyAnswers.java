package org.campanile.directory;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import com.unboundid.ldap.sdk.BindResult;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPResult;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.controls.PasswordExpiredControl;
import com.unboundid.ldap.sdk.controls.PasswordExpiringControl;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10ErrorType;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10ResponseControl;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10WarningType;
import org.campanile.authn.PasswordChange.Objection;
import org.campanile.directory.BindAnswer.Accepted;
import org.campanile.directory.BindAnswer.Refusal;
import org.campanile.directory.BindAnswer.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interprets what a directory reports about a password in addition to the result code:
 * the password policy response control (draft-behera-ldap-password-policy-10, 9.1), the
 * older expired and expiring controls (draft-vchu-ldap-pwd-policy-00), and the sub-codes
 * of Active Directory.
 */
final class PasswordPolicyAnswers {

	private static final Logger logger = LoggerFactory.getLogger(PasswordPolicyAnswers.class);

	private static final Pattern AD_SUB_CODE = Pattern.compile("AcceptSecurityContext error, data ([0-9a-fA-F]+)");

	/** Windows system error codes, hexadecimal, as in Active Directory's messages. */
	private static final Map<String, Refusal> AD_REFUSALS = Map.of("525", Refusal.WRONG, "52e", Refusal.WRONG, "530",
			Refusal.DISABLED, "531", Refusal.DISABLED, "532", Refusal.EXPIRED, "533", Refusal.DISABLED, "701",
			Refusal.DISABLED, "773", Refusal.MUST_CHANGE, "775", Refusal.LOCKED);

	/**
	 * The sub-code of ERROR_NO_LOGON_SERVERS: the domain controller did not check, as it
	 * reaches no other that could. A read-only one has few passwords of its own.
	 */
	private static final String AD_NO_LOGON_SERVERS = "51f";

	/**
	 * The code of ERROR_INVALID_PASSWORD, with which Active Directory's messages begin.
	 */
	private static final String AD_WRONG_PASSWORD = "00000056:";

	/**
	 * The code of ERROR_PASSWORD_RESTRICTION: too short, too simple, used before, or too
	 * young.
	 */
	private static final String AD_PASSWORD_RESTRICTION = "0000052D:";

	private PasswordPolicyAnswers() {
	}

	/**
	 * @return empty if the answer says nothing about the user, but that the directory
	 * could not or would not check
	 */
	static Optional<BindAnswer> interpret(BindResult result) {
		Optional<Refusal> policy = policyError(result);
		ResultCode code = result.getResultCode();
		String detail = detail(result, policy);
		if (code.equals(ResultCode.SUCCESS)) {
			return Optional
				.of(policy.<BindAnswer>map(refusal -> new Refused(refusal, detail)).orElseGet(() -> accepted(result)));
		}
		Optional<Refusal> refusal = switch (code.intValue()) {
			case ResultCode.INVALID_CREDENTIALS_INT_VALUE -> policy.or(() -> activeDirectory(result));
			// A name without an entry, without a password, or held elsewhere: not this
			// user.
			case ResultCode.NO_SUCH_OBJECT_INT_VALUE, ResultCode.INVALID_DN_SYNTAX_INT_VALUE,
					ResultCode.INAPPROPRIATE_AUTHENTICATION_INT_VALUE, ResultCode.REFERRAL_INT_VALUE ->
				Optional.of(Refusal.WRONG);
			// 389 Directory Server: too many wrong tries, and an inactivated account.
			case ResultCode.CONSTRAINT_VIOLATION_INT_VALUE, ResultCode.UNWILLING_TO_PERFORM_INT_VALUE ->
				Optional.of(policy.orElse(Refusal.LOCKED));
			default -> policy;
		};
		return refusal.map(why -> new Refused(why, detail));
	}

	/** Whether only another account could make the change. */
	static boolean lacksRights(LDAPResult result) {
		return result.getResultCode().equals(ResultCode.INSUFFICIENT_ACCESS_RIGHTS) && policyControl(result) == null;
	}

	/**
	 * Returns the directory's objection to a new password.
	 * @param result the result of the request to change it
	 * @return empty if it was changed
	 */
	static Optional<PasswordChangeAnswer> refusedChange(LDAPResult result) {
		if (result.getResultCode().equals(ResultCode.SUCCESS)) {
			return Optional.empty();
		}
		DraftBeheraLDAPPasswordPolicy10ResponseControl control = policyControl(result);
		DraftBeheraLDAPPasswordPolicy10ErrorType error = control == null ? null : control.getErrorType();
		String message = Objects.requireNonNullElse(result.getDiagnosticMessage(), "");
		String detail = result.getResultCode() + (error == null ? "" : ", policy: " + error)
				+ (message.isEmpty() ? "" : ", " + message);
		boolean wrong = result.getResultCode().equals(ResultCode.INVALID_CREDENTIALS)
				|| message.startsWith(AD_WRONG_PASSWORD);
		if (wrong && error == null) {
			return Optional.of(new PasswordChangeAnswer.NotProven(new Refused(Refusal.WRONG, detail)));
		}
		return Optional.of(new PasswordChangeAnswer.Declined(
				error == null ? objection(result.getResultCode(), message) : objection(error), detail));
	}

	private static Objection objection(DraftBeheraLDAPPasswordPolicy10ErrorType error) {
		return switch (error) {
			case PASSWORD_MOD_NOT_ALLOWED -> Objection.PASSWORD_CHANGE_NOT_ALLOWED;
			case INSUFFICIENT_PASSWORD_QUALITY -> Objection.PASSWORD_TOO_WEAK;
			case PASSWORD_TOO_SHORT -> Objection.PASSWORD_TOO_SHORT;
			case PASSWORD_TOO_YOUNG -> Objection.PASSWORD_TOO_YOUNG;
			case PASSWORD_IN_HISTORY -> Objection.PASSWORD_IN_HISTORY;
			// The old password was given, but the directory supports only another way to
			// compare it.
			case MUST_SUPPLY_OLD_PASSWORD, PASSWORD_EXPIRED, ACCOUNT_LOCKED, CHANGE_AFTER_RESET ->
				Objection.PASSWORD_CHANGE_IMPOSSIBLE;
		};
	}

	private static Objection objection(ResultCode code, String message) {
		return code.equals(ResultCode.CONSTRAINT_VIOLATION) || message.startsWith(AD_PASSWORD_RESTRICTION)
				? Objection.PASSWORD_NOT_ACCEPTED : Objection.PASSWORD_CHANGE_IMPOSSIBLE;
	}

	private static Optional<Refusal> policyError(BindResult result) {
		DraftBeheraLDAPPasswordPolicy10ResponseControl control = policyControl(result);
		DraftBeheraLDAPPasswordPolicy10ErrorType error = control == null ? null : control.getErrorType();
		if (error == DraftBeheraLDAPPasswordPolicy10ErrorType.PASSWORD_EXPIRED) {
			return Optional.of(Refusal.EXPIRED);
		}
		if (error == DraftBeheraLDAPPasswordPolicy10ErrorType.CHANGE_AFTER_RESET) {
			return Optional.of(Refusal.MUST_CHANGE);
		}
		if (error == DraftBeheraLDAPPasswordPolicy10ErrorType.ACCOUNT_LOCKED) {
			return Optional.of(Refusal.LOCKED);
		}
		boolean graceLogin = control != null
				&& control.getWarningType() == DraftBeheraLDAPPasswordPolicy10WarningType.GRACE_LOGINS_REMAINING;
		// 389 Directory Server sends the older control with a grace login as well.
		if (!graceLogin && result.getResponseControl(PasswordExpiredControl.PASSWORD_EXPIRED_OID) != null) {
			// On success the code means: reset by an administrator, and only valid for a
			// change.
			return Optional
				.of(result.getResultCode().equals(ResultCode.SUCCESS) ? Refusal.MUST_CHANGE : Refusal.EXPIRED);
		}
		return Optional.empty();
	}

	private static Accepted accepted(BindResult result) {
		DraftBeheraLDAPPasswordPolicy10ResponseControl control = policyControl(result);
		DraftBeheraLDAPPasswordPolicy10WarningType warning = control == null ? null : control.getWarningType();
		if (control != null && warning == DraftBeheraLDAPPasswordPolicy10WarningType.TIME_BEFORE_EXPIRATION) {
			return new Accepted(Optional.of(Duration.ofSeconds(control.getWarningValue())), Optional.empty());
		}
		if (control != null && warning == DraftBeheraLDAPPasswordPolicy10WarningType.GRACE_LOGINS_REMAINING) {
			return new Accepted(Optional.empty(), Optional.of(control.getWarningValue()));
		}
		return new Accepted(expiring(result), Optional.empty());
	}

	private static Optional<Duration> expiring(BindResult result) {
		try {
			return Optional.ofNullable(PasswordExpiringControl.get(result))
				.map(control -> Duration.ofSeconds(control.getSecondsUntilExpiration()));
		}
		catch (LDAPException ex) {
			logger.warn("The directory sent a password expiring control that cannot be read: {}", ex.getMessage());
			return Optional.empty();
		}
	}

	private static @Nullable DraftBeheraLDAPPasswordPolicy10ResponseControl policyControl(LDAPResult result) {
		try {
			return DraftBeheraLDAPPasswordPolicy10ResponseControl.get(result);
		}
		catch (LDAPException ex) {
			logger.warn("The directory sent a password policy control that cannot be read: {}", ex.getMessage());
			return null;
		}
	}

	/**
	 * Interprets the sub-code of invalid credentials.
	 * @return empty if they were not checked
	 */
	private static Optional<Refusal> activeDirectory(BindResult result) {
		Matcher matcher = AD_SUB_CODE.matcher(Objects.requireNonNullElse(result.getDiagnosticMessage(), ""));
		String code = matcher.find() ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
		return code.equals(AD_NO_LOGON_SERVERS) ? Optional.empty()
				: Optional.of(AD_REFUSALS.getOrDefault(code, Refusal.WRONG));
	}

	private static String detail(BindResult result, Optional<Refusal> policy) {
		StringBuilder detail = new StringBuilder(result.getResultCode().toString());
		policy.ifPresent(refusal -> detail.append(", policy: ").append(refusal));
		if (result.getDiagnosticMessage() != null) {
			detail.append(", ").append(result.getDiagnosticMessage());
		}
		return detail.toString();
	}

}
