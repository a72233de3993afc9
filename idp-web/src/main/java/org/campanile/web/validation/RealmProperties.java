package org.campanile.web.validation;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.crypto.password.Pbkdf2PasswordEncoder;
import org.springframework.security.crypto.scrypt.SCryptPasswordEncoder;

import org.campanile.HomeFolder;
import org.campanile.attribute.sql.NamedQuery;
import org.campanile.attribute.sql.SqlResolver;
import org.campanile.attribute.sql.SqlSource;
import org.campanile.authn.resolver.UserResolver;
import org.campanile.validation.Realm;
import org.campanile.web.config.Faults;
import org.campanile.web.directory.RealmDirectoryProperties;

/**
 * A realm. Without a group {@code ldap} or {@code sql}, its users are those of the login.
 *
 * @param check what is checked: {@code otp}, a code; {@code password}; {@code pin}, a PIN
 * that the user chose at the account page; or {@code password-and-otp} and
 * {@code pin-and-otp}, one of them with the code at its end
 * @param codeDigits how many digits of the end of {@code pass} are the code, where
 * something precedes it
 * @param challenge whether a right password or PIN without a code is answered with a
 * challenge, where both are checked
 * @param samePeople whether canonical names of a further directory or database are those
 * of the login; otherwise what users enrolled at the login does not count there
 * @param timeout how long the realm's directory or database may take to answer
 * @param maxConcurrent how many validations may wait for it at once
 * @param ldap a directory with the users
 * @param sql a database with the users
 */
public record RealmProperties(@DefaultValue("password-and-otp") Realm.Check check,
		@DefaultValue("6") @Min(6) @Max(8) int codeDigits, @DefaultValue("false") boolean challenge,
		@DefaultValue("false") boolean samePeople, @DefaultValue("2500ms") Duration timeout,
		@DefaultValue("64") @Min(1) int maxConcurrent, @Valid @Nullable RealmDirectoryProperties ldap,
		@Valid @Nullable Sql sql) {

	private static final Duration LONGEST = Duration.ofSeconds(10);

	/**
	 * A database with the users of a realm.
	 *
	 * @param url its JDBC URL
	 * @param username the role to connect as, which needs to read and no more
	 * @param password its password
	 * @param query one SELECT; {@code :username} stands for the login name
	 * @param attributes the columns that are attributes, by their labels
	 * @param principalColumn the column with the canonical name
	 * @param passwordColumn the column with the hash of the password: bcrypt, or with
	 * {@code {bcrypt}}, {@code {pbkdf2}}, {@code {scrypt}} or {@code {argon2}} before it
	 * @param poolSize connections, at most
	 */
	public record Sql(@Nullable String url, @Nullable String username, @Nullable String password,
			@Nullable String query, @DefaultValue List<String> attributes,
			@DefaultValue("username") String principalColumn, @Nullable String passwordColumn,
			@DefaultValue("5") @Min(1) int poolSize) {

		private UserResolver resolver(String realm, String key, HomeFolder home, Duration timeout) {
			if (url == null || !url.startsWith("jdbc:")) {
				throw new IllegalArgumentException(
						key + "url: a JDBC URL is missing; give one such as jdbc:postgresql://db.example.edu/guests");
			}
			Path drivers = home.path().resolve("lib");
			Faults.naming(key + "url", () -> SqlSource.requireDriver(url, drivers));
			NamedQuery named = query(key);
			Set<String> columns = new LinkedHashSet<>(attributes);
			columns.add(principalColumn);
			if (passwordColumn != null) {
				columns.add(passwordColumn);
			}
			SqlSource source = new SqlSource(realm, new SqlSource.Settings(url, Optional.ofNullable(username),
					Optional.ofNullable(password), named, columns, poolSize, timeout), drivers);
			return new SqlResolver(source, principalColumn, passwordColumn, Hashes::match, Hashes.DECOY);
		}

		private NamedQuery query(String key) {
			NamedQuery named = Faults.named(key + "query", () -> NamedQuery.parse(query == null ? "" : query));
			if (!named.names().stream().allMatch("username"::equalsIgnoreCase)) {
				throw new IllegalArgumentException(
						key + "query: only :username is known of somebody who signs in; write "
								+ "SELECT uid AS username, hash FROM guests WHERE uid = :username");
			}
			return named;
		}

		@Override
		public String toString() {
			return "Sql[" + attributes + "]";
		}

	}

	/** Hashes of passwords in databases. */
	private static final class Hashes {

		private static final Logger logger = LoggerFactory.getLogger(Hashes.class);

		private static final PasswordEncoder ENCODERS = encoders();

		static final String DECOY = ENCODERS.encode("campanile-nobody");

		private Hashes() {
		}

		/** Creates the encoders, without plain text and weak hashes. */
		private static PasswordEncoder encoders() {
			BCryptPasswordEncoder bcrypt = new BCryptPasswordEncoder();
			DelegatingPasswordEncoder all = new DelegatingPasswordEncoder("bcrypt",
					Map.of("bcrypt", bcrypt, "pbkdf2", Pbkdf2PasswordEncoder.defaultsForSpringSecurity_v5_8(), "scrypt",
							SCryptPasswordEncoder.defaultsForSpringSecurity_v5_8(), "argon2",
							Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8()));
			all.setDefaultPasswordEncoderForMatches(bcrypt);
			return all;
		}

		static boolean match(String password, String hash) {
			try {
				return ENCODERS.matches(password, hash);
			}
			catch (IllegalArgumentException ex) {
				// The hash itself is left out; the message may quote it.
				logger.warn("A password hash in a database is of no known form; nobody signs in with it");
				return false;
			}
		}

	}

	/**
	 * Returns the resolver of the realm's users; empty if they are those of the login.
	 * @param key the prefix of the keys, with a dot at the end
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	Optional<UserResolver> resolver(String name, String key, HomeFolder home, InstantSource clock) {
		if (!timeout.isPositive() || timeout.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException(
					key + "timeout: " + timeout.toMillis() + " ms is not possible; set more than 0 and at most 10s");
		}
		if (ldap != null && sql != null) {
			throw new IllegalArgumentException(key + "ldap: users are in a directory or in a database; "
					+ "remove the group ldap or the group sql");
		}
		return ldap != null ? Optional.of(ldap.resolver(name, key + "ldap.", home, timeout, maxConcurrent, clock))
				: sql != null ? Optional.of(sql.resolver(name, key + "sql.", home, timeout)) : Optional.empty();
	}

	/** Whether the users of the realm are those of the login. */
	boolean ofLogin() {
		return ldap == null && sql == null;
	}

}
