package org.campanile.directory;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

import com.unboundid.asn1.ASN1OctetString;
import com.unboundid.ldap.sdk.BindResult;
import com.unboundid.ldap.sdk.Control;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.controls.PasswordExpiredControl;
import com.unboundid.ldap.sdk.controls.PasswordExpiringControl;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10ErrorType;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10ResponseControl;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10WarningType;
import org.campanile.directory.BindAnswer.Accepted;
import org.campanile.directory.BindAnswer.Refusal;
import org.campanile.directory.BindAnswer.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class PasswordPolicyAnswersTests {

	@ParameterizedTest
	@MethodSource
	void whenDirectoryRefusesThenTheReasonIsDistinguished(ResultCode code, Control control, Refusal expected) {
		assertThat(interpret(code, "", control)).hasValueSatisfying(answer -> assertThat(answer)
			.isInstanceOfSatisfying(Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(expected)));
	}

	static Stream<Arguments> whenDirectoryRefusesThenTheReasonIsDistinguished() {
		Control unrelated = new Control("1.2.3.4");
		return Stream.of(arguments(ResultCode.INVALID_CREDENTIALS, unrelated, Refusal.WRONG),
				arguments(ResultCode.NO_SUCH_OBJECT, unrelated, Refusal.WRONG),
				arguments(ResultCode.INVALID_DN_SYNTAX, unrelated, Refusal.WRONG),
				arguments(ResultCode.INAPPROPRIATE_AUTHENTICATION, unrelated, Refusal.WRONG),
				arguments(ResultCode.REFERRAL, unrelated, Refusal.WRONG),
				arguments(ResultCode.CONSTRAINT_VIOLATION, unrelated, Refusal.LOCKED),
				arguments(ResultCode.UNWILLING_TO_PERFORM, unrelated, Refusal.LOCKED),
				arguments(ResultCode.INVALID_CREDENTIALS,
						policy(DraftBeheraLDAPPasswordPolicy10ErrorType.PASSWORD_EXPIRED), Refusal.EXPIRED),
				arguments(ResultCode.INVALID_CREDENTIALS,
						policy(DraftBeheraLDAPPasswordPolicy10ErrorType.ACCOUNT_LOCKED), Refusal.LOCKED),
				arguments(ResultCode.SUCCESS, policy(DraftBeheraLDAPPasswordPolicy10ErrorType.CHANGE_AFTER_RESET),
						Refusal.MUST_CHANGE),
				arguments(ResultCode.INVALID_CREDENTIALS, new PasswordExpiredControl(), Refusal.EXPIRED),
				arguments(ResultCode.SUCCESS, new PasswordExpiredControl(), Refusal.MUST_CHANGE));
	}

	@ParameterizedTest
	@CsvSource({ "52e,WRONG", "525,WRONG", "530,DISABLED", "531,DISABLED", "532,EXPIRED", "533,DISABLED",
			"701,DISABLED", "773,MUST_CHANGE", "775,LOCKED", "52E,WRONG", "999,WRONG" })
	void whenActiveDirectoryRefusesThenTheSubCodeIsRead(String code, Refusal expected) {
		String message = "80090308: LdapErr: DSID-0C090446, comment: AcceptSecurityContext error, data " + code
				+ ", v2580";
		assertThat(interpret(ResultCode.INVALID_CREDENTIALS, message)).hasValueSatisfying(
				answer -> assertThat(answer).isEqualTo(new Refused(expected, ((Refused) answer).detail())));
	}

	@ParameterizedTest
	@CsvSource({ "51f", "51F" })
	void whenADomainControllerReachesNoLogonServerThenItIsNoAnswer(String code) {
		assertThat(interpret(ResultCode.INVALID_CREDENTIALS,
				"80090311: LdapErr: DSID-0C0903A9, comment: AcceptSecurityContext error, data " + code + ", v1db1"))
			.isEmpty();
	}

	@Test
	void whenDirectoryWarnsThenItIsAcceptedWithTheWarning() {
		Control time = new DraftBeheraLDAPPasswordPolicy10ResponseControl(
				DraftBeheraLDAPPasswordPolicy10WarningType.TIME_BEFORE_EXPIRATION, 3600, null);
		Control grace = new DraftBeheraLDAPPasswordPolicy10ResponseControl(
				DraftBeheraLDAPPasswordPolicy10WarningType.GRACE_LOGINS_REMAINING, 2, null);
		assertThat(interpret(ResultCode.SUCCESS, "", time))
			.hasValue(new Accepted(Optional.of(Duration.ofHours(1)), Optional.empty()));
		assertThat(interpret(ResultCode.SUCCESS, "", grace)).hasValue(new Accepted(Optional.empty(), Optional.of(2)));
		assertThat(interpret(ResultCode.SUCCESS, "", grace, new PasswordExpiredControl())).as("389 Directory Server")
			.hasValue(new Accepted(Optional.empty(), Optional.of(2)));
		assertThat(interpret(ResultCode.SUCCESS, "", new PasswordExpiringControl(60)))
			.hasValue(new Accepted(Optional.of(Duration.ofMinutes(1)), Optional.empty()));
	}

	@Test
	void whenControlCannotBeReadThenTheResultCodeDecides() {
		Control broken = new Control(DraftBeheraLDAPPasswordPolicy10ResponseControl.PASSWORD_POLICY_RESPONSE_OID, false,
				new ASN1OctetString("nonsense"));
		assertThat(interpret(ResultCode.SUCCESS, "", broken))
			.hasValue(new Accepted(Optional.empty(), Optional.empty()));
	}

	@ParameterizedTest
	@CsvSource({ "51", "52", "53000", "1", "80", "8", "13", "50", "11", "3" })
	void whenAnswerSaysNothingOfThePersonThenItIsNoAnswer(int code) {
		assertThat(interpret(ResultCode.valueOf(code), "")).isEmpty();
	}

	private static Control policy(DraftBeheraLDAPPasswordPolicy10ErrorType error) {
		return new DraftBeheraLDAPPasswordPolicy10ResponseControl(null, -1, error);
	}

	private static Optional<BindAnswer> interpret(ResultCode code, String message, Control... controls) {
		return PasswordPolicyAnswers.interpret(new BindResult(1, code, message, null, null, controls));
	}

}
