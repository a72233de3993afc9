package org.campanile.factor.passkey;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UserReader;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.Factor;
import org.campanile.authn.Verdict;
import org.campanile.authn.Verdict.Reason;
import org.campanile.authn.Verdict.Rejected;

/**
 * The accounts of users who begin with a passkey. Thread-safe.
 *
 * @param users where they are
 * @param rules those by which some of them may not sign in
 */
record PasskeyAccounts(UserReader users, AccountRules rules, InstantSource clock) {

	/**
	 * Returns the verdict on a user whose passkey is right; a password check would have
	 * said that the account is gone or barred.
	 */
	Verdict admitted(String principal, StoredPasskey passkey, Factor factor) throws MethodUnavailableException {
		Optional<? extends SourceValues> entry;
		try {
			entry = users.readForLogin(principal);
		}
		catch (SourceUnavailableException ex) {
			throw new MethodUnavailableException(ex.getMessage(), ex);
		}
		if (entry.isEmpty()) {
			return new Rejected(Reason.ACCOUNT_DISABLED,
					"the passkey is right, but no login finds the user " + principal + " any more");
		}
		SourceValues values = entry.get();
		Optional<Rejected> barred = rules.bars(values, clock.instant());
		if (barred.isPresent()) {
			return new Rejected(barred.get().reason(), barred.get().detail() + " of " + principal);
		}
		return new Verdict.Proven(new AuthenticatedUser(principal, passkey.loginName(), Optional.of(values),
				List.of(factor), Optional.empty()));
	}

}
