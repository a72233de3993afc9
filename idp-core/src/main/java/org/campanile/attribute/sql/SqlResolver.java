package org.campanile.attribute.sql;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.attribute.SourceQuery;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UnfitValueException;
import org.campanile.authn.Verdict;
import org.campanile.authn.resolver.UserResolver;

/**
 * The users of a database, found by the query of a {@link SqlSource}, in which
 * {@code :username} stands for the login name. The column with the password hash is read
 * anew for each check and never kept. Thread-safe.
 */
public final class SqlResolver implements UserResolver {

	private static final Logger logger = LoggerFactory.getLogger(SqlResolver.class);

	private final SqlSource source;

	private final String principal;

	private final @Nullable String passwordHash;

	private final BiPredicate<String, String> matches;

	private final String decoyHash;

	/**
	 * @param source its attributes include the two columns
	 * @param principal the column with the canonical name
	 * @param passwordHash the column with the password hash; null: no password is ever
	 * right
	 * @param matches whether a password belongs to a hash; never throws
	 * @param decoyHash the hash with which passwords of unknown users are compared
	 */
	public SqlResolver(SqlSource source, String principal, @Nullable String passwordHash,
			BiPredicate<String, String> matches, String decoyHash) {
		this.source = source;
		this.principal = principal;
		this.passwordHash = passwordHash;
		this.matches = matches;
		this.decoyHash = decoyHash;
	}

	@Override
	public String id() {
		return source.id();
	}

	@Override
	public Optional<ResolvedUser> find(String loginName) throws ResolverUnavailableException {
		SourceValues row = read(loginName);
		List<String> names = row.texts(principal);
		// Several names are several users, and nobody can say which is meant.
		return names.size() == 1 ? Optional.of(new ResolvedUser(names.getFirst(), loginName, "", withoutPassword(row)))
				: Optional.empty();
	}

	private SourceValues withoutPassword(SourceValues row) {
		Map<String, List<String>> texts = source.provides()
			.stream()
			.filter(name -> !name.equalsIgnoreCase(passwordHash))
			.collect(Collectors.toMap(name -> name, row::texts));
		return SourceValues.ofTexts(texts);
	}

	/**
	 * Checks the password of the user who was found, not of one who has been given the
	 * login name since.
	 */
	@Override
	public Optional<Verdict.Reason> check(ResolvedUser user, String password) throws ResolverUnavailableException {
		SourceValues row = passwordHash == null ? SourceValues.NONE : read(user.location());
		List<String> hashes = passwordHash == null ? List.of() : row.texts(passwordHash);
		return hashes.size() == 1 && matches.test(password, hashes.getFirst())
				&& row.texts(principal).equals(List.of(user.principal())) ? Optional.empty()
						: Optional.of(Verdict.Reason.BAD_CREDENTIALS);
	}

	@Override
	public void checkDecoy(String password) throws ResolverUnavailableException {
		read("campanile-nobody");
		if (matches.test(password, decoyHash)) {
			throw new IllegalStateException("the hash is that of no password");
		}
	}

	private SourceValues read(String loginName) throws ResolverUnavailableException {
		try {
			return source.read(new SourceQuery(Map.of(SourceQuery.USERNAME, loginName)));
		}
		catch (UnfitValueException ex) {
			// Not an outage: anyone can type a name that the query cannot process.
			logger.warn("Realm {} finds nobody by a login name: {}", id(), ex.getMessage());
			return SourceValues.NONE;
		}
		catch (SourceUnavailableException ex) {
			throw new ResolverUnavailableException("realm " + id() + ": " + ex.getMessage(), ex);
		}
	}

	@Override
	public Optional<String> fault() {
		try {
			source.probe();
			return Optional.empty();
		}
		catch (SourceUnavailableException ex) {
			return Optional.of(String.valueOf(ex.getMessage()));
		}
	}

	@Override
	public void close() {
		source.close();
	}

}
