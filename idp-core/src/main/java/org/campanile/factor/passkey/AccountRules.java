package org.campanile.factor.passkey;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.attribute.SourceValues;
import org.campanile.authn.Verdict;

/**
 * Determines from the values of an entry whether an account may sign in without a
 * password: what a password check would have found out. Immutable.
 *
 * @param refused further values of which one bars an account
 */
public record AccountRules(List<Value> refused) {

	/**
	 * The attribute of accounts locked by wrong passwords or by hand:
	 * draft-behera-ldap-password-policy-10, 5.3.3.
	 */
	private static final String LOCKED_TIME = "pwdAccountLockedTime";

	/**
	 * The attributes that are true in disabled accounts: of 389 Directory Server and
	 * FreeIPA, eDirectory, PingDS and OpenDJ, and AD LDS.
	 */
	private static final List<String> DISABLED_FLAGS = List.of("nsAccountLock", "loginDisabled",
			"ds-pwp-account-disabled", "msDS-UserAccountDisabled");

	/** Flags of an account in Active Directory (MS-ADTS 2.2.16). */
	private static final String ACCOUNT_CONTROL = "userAccountControl";

	private static final long DISABLED = 0x2;

	/**
	 * The time since when an account is locked by wrong passwords in Active Directory; 0
	 * if it is not.
	 */
	private static final String LOCKOUT_TIME = "lockoutTime";

	/** The end of an account in Active Directory; 0 and the greatest number mean none. */
	private static final String ACCOUNT_EXPIRES = "accountExpires";

	/** The end of a POSIX account in days since the epoch (RFC 2307bis). */
	private static final String SHADOW_EXPIRE = "shadowExpire";

	/** The end of an account in FreeIPA, which accepts no password after it. */
	private static final String KERBEROS_END = "krbPrincipalExpiration";

	/** The time 0 of Kerberos, which means that the account has no end. */
	private static final String NO_KERBEROS_END = "19700101000000Z";

	/**
	 * The attributes with the time when an account ends: of a password policy
	 * (draft-behera-ldap-password-policy-10), FreeIPA, and PingDS and OpenDJ.
	 */
	private static final List<String> END_TIMES = List.of("pwdEndTime", KERBEROS_END, "ds-pwp-account-expiration-time");

	/**
	 * The Unix time of 1601, from which Active Directory counts tenths of a microsecond.
	 */
	private static final long WINDOWS_EPOCH_SECONDS = -11_644_473_600L;

	private static final DateTimeFormatter GENERALIZED_TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	public AccountRules {
		refused = List.copyOf(refused);
	}

	/**
	 * A value of an attribute.
	 *
	 * @param value compared without case; {@code *} for any
	 */
	public record Value(String attribute, String value) {

		/**
		 * Reads {@code attribute=value}.
		 * @throws IllegalArgumentException if it has another form
		 */
		public static Value of(String text) {
			int at = text.indexOf('=');
			if (at < 1 || at == text.length() - 1) {
				throw new IllegalArgumentException(
						"'" + text + "' is no attribute=value, such as accountStatus=inactive; * stands for any value");
			}
			return new Value(text.substring(0, at).strip(), text.substring(at + 1).strip());
		}

		boolean isIn(SourceValues entry) {
			// The value could be among those that the directory did not return.
			return entry.isPartial(attribute) || entry.texts(attribute)
				.stream()
				.anyMatch(text -> "*".equals(value) || text.strip().equalsIgnoreCase(value));
		}

	}

	/**
	 * Returns the attributes that the rules read: some are returned only if they are
	 * named, and the others are named in case not all user attributes are requested.
	 */
	public Set<String> attributes() {
		return Stream
			.of(Stream.of(LOCKED_TIME, ACCOUNT_CONTROL, LOCKOUT_TIME, ACCOUNT_EXPIRES, SHADOW_EXPIRE),
					DISABLED_FLAGS.stream(), END_TIMES.stream(), refused.stream().map(Value::attribute))
			.flatMap(Function.identity())
			.collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Returns the reason why the account may not sign in; empty if there is none. A lock
	 * that ends by itself bars the account until the next login with the password, which
	 * alone removes it.
	 */
	public Optional<Verdict.Rejected> bars(SourceValues entry, Instant now) {
		if (!entry.texts(LOCKED_TIME).isEmpty()) {
			return locked(LOCKED_TIME);
		}
		if (number(entry, ACCOUNT_CONTROL).filter(flags -> (flags & DISABLED) != 0).isPresent()) {
			return disabled(ACCOUNT_CONTROL);
		}
		if (number(entry, LOCKOUT_TIME).filter(time -> time > 0).isPresent()) {
			return locked(LOCKOUT_TIME);
		}
		if (number(entry, ACCOUNT_EXPIRES).filter(time -> time > 0 && time < Long.MAX_VALUE)
			.filter(time -> !now.isBefore(Instant.ofEpochSecond(WINDOWS_EPOCH_SECONDS + time / 10_000_000)))
			.isPresent()) {
			return disabled(ACCOUNT_EXPIRES);
		}
		if (number(entry, SHADOW_EXPIRE).filter(days -> days > 0 && now.getEpochSecond() / 86_400 >= days)
			.isPresent()) {
			return disabled(SHADOW_EXPIRE);
		}
		return Stream
			.of(DISABLED_FLAGS.stream().filter(attribute -> isTrue(entry, attribute)),
					END_TIMES.stream().filter(attribute -> isOver(entry, attribute, now)),
					refused.stream().filter(value -> value.isIn(entry)).map(Value::attribute))
			.flatMap(Function.identity())
			.findFirst()
			.flatMap(AccountRules::disabled);
	}

	private static boolean isTrue(SourceValues entry, String attribute) {
		return entry.texts(attribute).stream().anyMatch("true"::equalsIgnoreCase);
	}

	private static Optional<Long> number(SourceValues entry, String attribute) {
		List<Long> numbers = new ArrayList<>(1);
		for (String text : entry.texts(attribute)) {
			if (text.matches("[0-9]{1,18}|9223372036854775807")) {
				numbers.add(Long.parseLong(text));
			}
		}
		return numbers.stream().findFirst();
	}

	private static boolean isOver(SourceValues entry, String attribute, Instant now) {
		return entry.texts(attribute)
			.stream()
			.filter(time -> !attribute.equals(KERBEROS_END) || !time.equals(NO_KERBEROS_END))
			.anyMatch(time -> isOver(time, now));
	}

	/**
	 * Whether the time has passed. A value that cannot be read as a time bars the account
	 * as well.
	 */
	private static boolean isOver(String time, Instant now) {
		if (!time.matches("[0-9]{14}(\\.[0-9]+)?Z")) {
			return true;
		}
		try {
			return !now.isBefore(Instant.from(GENERALIZED_TIME.parse(time.substring(0, 14))));
		}
		catch (DateTimeException ex) {
			return true;
		}
	}

	private static Optional<Verdict.Rejected> locked(String attribute) {
		return rejected(Verdict.Reason.ACCOUNT_LOCKED, attribute);
	}

	private static Optional<Verdict.Rejected> disabled(String attribute) {
		return rejected(Verdict.Reason.ACCOUNT_DISABLED, attribute);
	}

	private static Optional<Verdict.Rejected> rejected(Verdict.Reason reason, String attribute) {
		return Optional.of(new Verdict.Rejected(reason, "the passkey is right, but so says " + attribute));
	}

}
