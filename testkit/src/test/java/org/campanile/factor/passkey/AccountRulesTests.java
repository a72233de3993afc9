package org.campanile.factor.passkey;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.SourceValues;
import org.campanile.authn.Verdict;
import org.campanile.directory.DirectoryEntry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AccountRulesTests {

	private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

	private final AccountRules rules = new AccountRules(
			List.of(AccountRules.Value.of("accountStatus=inactive"), AccountRules.Value.of("former=*")));

	@ParameterizedTest
	@CsvSource({ "pwdAccountLockedTime, 000001010000Z, ACCOUNT_LOCKED",
			"pwdaccountlockedtime, 20261125110000Z, ACCOUNT_LOCKED", "nsAccountLock, TRUE, ACCOUNT_DISABLED",
			"loginDisabled, true, ACCOUNT_DISABLED", "userAccountControl, 514, ACCOUNT_DISABLED",
			"lockoutTime, 134000000000000000, ACCOUNT_LOCKED", "accountExpires, 134400816000000000, ACCOUNT_DISABLED",
			"shadowExpire, 20782, ACCOUNT_DISABLED", "pwdEndTime, 20261125120000Z, ACCOUNT_DISABLED",
			"pwdEndTime, soon, ACCOUNT_DISABLED", "krbPrincipalExpiration, 20250101000000Z, ACCOUNT_DISABLED",
			"krbPrincipalExpiration, soon, ACCOUNT_DISABLED",
			"ds-pwp-account-expiration-time, 20261125120000.000Z, ACCOUNT_DISABLED",
			"ds-pwp-account-disabled, true, ACCOUNT_DISABLED", "msDS-UserAccountDisabled, TRUE, ACCOUNT_DISABLED",
			"pwdEndTime, 19700101000000Z, ACCOUNT_DISABLED", "accountStatus, Inactive, ACCOUNT_DISABLED",
			"former, whatever, ACCOUNT_DISABLED" })
	void whenTheEntrySaysSoThenBarred(String attribute, String value, Verdict.Reason reason) {
		assertThat(rules.bars(SourceValues.ofTexts(Map.of(attribute, List.of(value))), NOW)).get()
			.satisfies(rejected -> assertThat(rejected.reason()).isEqualTo(reason))
			.satisfies(rejected -> assertThat(rejected.detail()).containsIgnoringCase(attribute));
		assertThat(rules.attributes()).as("what is asked for").anyMatch(attribute::equalsIgnoreCase);
	}

	/** Active Directory returns many values in part. */
	@ParameterizedTest
	@ValueSource(strings = { "accountStatus", "former" })
	void whenTheEntryHasOnlyAPartOfTheValuesThenBarred(String attribute) {
		DirectoryEntry entry = new DirectoryEntry("uid=alice,dc=edu",
				Map.of(attribute, List.of(), attribute + ";range=0-1499", List.of(new byte[1])));
		assertThat(rules.bars(entry, NOW)).get()
			.extracting(Verdict.Rejected::reason)
			.isEqualTo(Verdict.Reason.ACCOUNT_DISABLED);
	}

	@ParameterizedTest
	@CsvSource({ "nsAccountLock, FALSE", "userAccountControl, 512", "lockoutTime, 0", "accountExpires, 0",
			"accountExpires, 9223372036854775807", "accountExpires, 134401680000000000", "shadowExpire, -1",
			"shadowExpire, 20783", "pwdEndTime, 20261125120001Z", "krbPrincipalExpiration, 20270101000000Z",
			"krbPrincipalExpiration, 19700101000000Z", "ds-pwp-account-expiration-time, 20261125120001.000Z",
			"ds-pwp-account-disabled, false", "msDS-UserAccountDisabled, FALSE", "accountStatus, active",
			"uid, alice" })
	void whenTheEntryDoesNotThenNotBarred(String attribute, String value) {
		assertThat(rules.bars(SourceValues.ofTexts(Map.of(attribute, List.of(value))), NOW)).isEmpty();
	}

	@Test
	void whenAValueIsNoneThenSaid() {
		for (String text : List.of("", "status", "=left", "status=")) {
			assertThatIllegalArgumentException().isThrownBy(() -> AccountRules.Value.of(text))
				.withMessageContaining("attribute=value");
		}
	}

}
