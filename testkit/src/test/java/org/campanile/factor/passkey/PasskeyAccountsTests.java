package org.campanile.factor.passkey;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UserReader;
import org.campanile.authn.Factor;
import org.campanile.authn.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

class PasskeyAccountsTests {

	/** A session may go on where a login without a password is refused. */
	@Test
	void whenOnlyASessionWouldFindTheUserThenNoPasskeyBeginsALogin() throws Exception {
		UserReader users = new UserReader() {

			@Override
			public Optional<SourceValues> read(String principal) {
				return Optional.of(SourceValues.NONE);
			}

			@Override
			public Optional<SourceValues> readForLogin(String principal) {
				return Optional.empty();
			}

		};
		PasskeyAccounts accounts = new PasskeyAccounts(users, new AccountRules(List.of()), InstantSource.system());
		Verdict verdict = accounts.admitted("alice", new StoredPasskey(new byte[0], 0, 0, List.of(), "alice"),
				new Factor(PasskeyMethod.KIND, Instant.EPOCH));
		assertThat(verdict).isInstanceOfSatisfying(Verdict.Rejected.class,
				rejected -> assertThat(rejected.reason()).isEqualTo(Verdict.Reason.ACCOUNT_DISABLED));
	}

}
