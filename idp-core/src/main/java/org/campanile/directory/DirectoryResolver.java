package org.campanile.directory;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.authn.Verdict;
import org.campanile.authn.resolver.UserResolver;

/**
 * The users of a directory, found by the service account and checked by a bind.
 * Thread-safe.
 */
public final class DirectoryResolver implements UserResolver {

	private static final Logger logger = LoggerFactory.getLogger(DirectoryResolver.class);

	private final String id;

	private final Directory directory;

	private final boolean owned;

	private final Function<String, Optional<String>> countedAccounts;

	/**
	 * @param owned whether the directory is closed with this
	 * @param countedAccounts see {@link #countedAccount}
	 */
	public DirectoryResolver(String id, Directory directory, boolean owned,
			Function<String, Optional<String>> countedAccounts) {
		this.id = id;
		this.directory = directory;
		this.owned = owned;
		this.countedAccounts = countedAccounts;
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public Optional<ResolvedUser> find(String loginName) throws ResolverUnavailableException {
		UserLookup lookup = ask(conversation -> conversation.find(loginName));
		return switch (lookup) {
			case UserLookup.Found found -> Optional.of(user(found));
			case UserLookup.NotFound none -> Optional.empty();
			case UserLookup.Refused refused -> {
				// Not the name: users sometimes type their password there.
				logger.warn("Realm {}: an entry cannot be used: {}", id, refused.reason());
				yield Optional.empty();
			}
		};
	}

	private static ResolvedUser user(UserLookup.Found found) {
		DirectoryEntry entry = found.entry();
		// entryUUID: RFC 4530; modifyTimestamp: RFC 4512 3.4.2.
		String revision = Stream.of("entryUUID", "objectGUID", "modifyTimestamp")
			.flatMap(name -> entry.texts(name).stream())
			.collect(Collectors.joining(" "));
		return new ResolvedUser(found.principal(), entry.dn(), revision, entry);
	}

	@Override
	public Optional<Verdict.Reason> check(ResolvedUser user, String password) throws ResolverUnavailableException {
		return switch (ask(conversation -> conversation.bind(user.location(), password))) {
			case BindAnswer.Accepted accepted -> Optional.empty();
			case BindAnswer.Refused refused -> Optional.of(switch (refused.refusal()) {
				case WRONG -> Verdict.Reason.BAD_CREDENTIALS;
				case LOCKED -> Verdict.Reason.ACCOUNT_LOCKED;
				case EXPIRED -> Verdict.Reason.PASSWORD_EXPIRED;
				case MUST_CHANGE -> Verdict.Reason.PASSWORD_MUST_CHANGE;
				case DISABLED -> Verdict.Reason.ACCOUNT_DISABLED;
			});
		};
	}

	@Override
	public void checkDecoy(String password) throws ResolverUnavailableException {
		ask(conversation -> {
			conversation.bindDecoy(password);
			return true;
		});
	}

	@Override
	public Optional<String> countedAccount(String loginName) {
		return countedAccounts.apply(loginName);
	}

	private <T> T ask(Directory.Task<T> task) throws ResolverUnavailableException {
		try {
			return directory.within(task);
		}
		catch (DirectoryUnavailableException ex) {
			throw new ResolverUnavailableException("realm " + id + ": " + ex.getMessage(), ex);
		}
	}

	@Override
	public Optional<String> fault() {
		return directory.fault();
	}

	@Override
	public void close() {
		if (owned) {
			directory.close();
		}
	}

}
