package org.campanile.directory.password;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.authn.KnownBrowser;
import org.campanile.directory.BindAnswer;
import org.campanile.directory.BoundLookup;
import org.campanile.directory.DirectoryConversation;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.EntryCache;
import org.campanile.directory.DnTemplate;
import org.campanile.directory.FilterTemplate;
import org.campanile.directory.PasswordAccount;
import org.campanile.directory.UserLookup;

/** The way a name and a password become a bind and a search, one of each. Immutable. */
public sealed interface LoginMethod {

	/**
	 * Asks the directory.
	 * @param gate consulted before each bind as an account
	 * @return the answer, and the entry if it is known; an account that the gate does not
	 * permit answers as a wrong password does, in about the same time
	 */
	BoundLookup check(DirectoryConversation directory, String username, String password, Gate gate)
			throws DirectoryUnavailableException;

	/**
	 * Returns the account of a name, for a change of its password.
	 * @return empty if there is none
	 */
	Optional<PasswordAccount> account(DirectoryConversation directory, String username)
			throws DirectoryUnavailableException;

	/**
	 * Returns the name under which attempts at a name are counted: the same for all
	 * spellings by which the directory finds an account without saying which one it is.
	 */
	default String countedName(String name) {
		return name;
	}

	/**
	 * Returns the account against which tries at a name count, spelled as by
	 * {@link #countedName}; empty if the entry must be found to know the account.
	 */
	default Optional<String> countedAccount(String name) {
		return Optional.empty();
	}

	/** Says whether a password may be tried at an account now. */
	@FunctionalInterface
	interface Gate {

		/**
		 * @param account the canonical name
		 */
		boolean permits(String account);

	}

	private static BindAnswer wrong(String detail) {
		return new BindAnswer.Refused(BindAnswer.Refusal.WRONG, detail);
	}

	private static BindAnswer withheld(DirectoryConversation directory, String password)
			throws DirectoryUnavailableException {
		directory.bindDecoy(password);
		return wrong("too many wrong passwords at this account, not asked");
	}

	/**
	 * Searches with the service account, then binds as the entry found. The usual way.
	 *
	 * @param cache entries found before; what it holds is believed only as long as the
	 * directory accepts the password for it
	 */
	record BindSearch(EntryCache cache) implements LoginMethod {

		/** Creates a search without a cache. */
		public BindSearch() {
			this(EntryCache.OFF);
		}

		@Override
		public BoundLookup check(DirectoryConversation directory, String username, String password, Gate gate)
				throws DirectoryUnavailableException {
			Optional<UserLookup.Found> known = cache.find(username);
			return known.isEmpty() ? search(directory, username, password, gate)
					: bindAsKnown(known.get(), directory, username, password, gate);
		}

		@Override
		public Optional<PasswordAccount> account(DirectoryConversation directory, String username)
				throws DirectoryUnavailableException {
			return directory.find(username) instanceof UserLookup.Found found
					? Optional.of(new PasswordAccount.Entry(found)) : Optional.empty();
		}

		private BoundLookup search(DirectoryConversation directory, String username, String password, Gate gate)
				throws DirectoryUnavailableException {
			UserLookup lookup = directory.find(username);
			if (!(lookup instanceof UserLookup.Found found)) {
				directory.bindDecoy(password);
				return new BoundLookup(wrong("no such user"), lookup);
			}
			BoundLookup bound = bind(found, directory, password, gate);
			// Only here, where the entry was just read: the cache's time starts with the
			// directory's answer.
			if (bound.answer() instanceof BindAnswer.Accepted) {
				cache.remember(username, found);
			}
			return bound;
		}

		private BoundLookup bindAsKnown(UserLookup.Found known, DirectoryConversation directory, String username,
				String password, Gate gate) throws DirectoryUnavailableException {
			BoundLookup bound = bind(known, directory, password, gate);
			if (!(bound.answer() instanceof BindAnswer.Refused)) {
				return bound;
			}
			// A wrong password, or an entry that was renamed or removed since it was
			// remembered.
			UserLookup lookup = directory.find(username);
			if (lookup instanceof UserLookup.Found found && !found.entry().dn().equals(known.entry().dn())) {
				cache.remember(username, found);
				return bind(found, directory, password, gate);
			}
			cache.remember(username, lookup);
			return new BoundLookup(bound.answer(), lookup);
		}

		private static BoundLookup bind(UserLookup.Found found, DirectoryConversation directory, String password,
				Gate gate) throws DirectoryUnavailableException {
			return new BoundLookup(gate.permits(found.principal()) ? directory.bind(found.entry().dn(), password)
					: withheld(directory, password), found);
		}

	}

	/**
	 * Binds by a distinguished name made from the typed name, then reads that entry as
	 * itself. Needs no service account.
	 *
	 * @param template the name, with {@code {user}} in it
	 */
	record DirectBind(DnTemplate template) implements LoginMethod {

		@Override
		public BoundLookup check(DirectoryConversation directory, String username, String password, Gate gate)
				throws DirectoryUnavailableException {
			// Whether the account exists is not known before the bind.
			return gate.permits(username) ? directory.bindAndRead(template, username, password)
					: new BoundLookup(withheld(directory, password), new UserLookup.NotFound());
		}

		@Override
		public Optional<PasswordAccount> account(DirectoryConversation directory, String username) {
			return Optional.of(new PasswordAccount.OwnEntry(username, template.fill(username)));
		}

		@Override
		public Optional<String> countedAccount(String name) {
			return Optional.of(name);
		}

	}

	/**
	 * Binds as {@code user@domain}, as Active Directory takes it, then searches as the
	 * user bound.
	 * <p>
	 * The default filter compares userPrincipalName alone, which is unique in a forest
	 * and which the bind resolves first. A filter on another attribute, such as
	 * sAMAccountName, could find a user other than the one that was bound.
	 *
	 * @param domains the domains people may sign in from; the first is added to a name
	 * typed without one
	 * @param filter finds the entry of the user bound; {@code {login}} is the whole name,
	 * {@code {user}} its part before the last {@code @}
	 */
	record ActiveDirectory(List<String> domains, FilterTemplate filter) implements LoginMethod {

		/**
		 * The characters that Active Directory does not allow in a name (and that would
		 * make it a DN).
		 */
		private static final String FORBIDDEN = "\"/\\[]:;|=,+*?<>";

		/** The Unicode name of a letter such as ø or ł, which does not decompose. */
		private static final Pattern MODIFIED = Pattern.compile("LATIN SMALL LETTER ([A-Z]) .+");

		public ActiveDirectory {
			domains = List.copyOf(domains);
			if (domains.isEmpty()) {
				throw new IllegalArgumentException("no domain is named");
			}
		}

		@Override
		public BoundLookup check(DirectoryConversation directory, String username, String password, Gate gate)
				throws DirectoryUnavailableException {
			Optional<PasswordAccount.Login> named = login(username);
			if (named.isEmpty()) {
				directory.bindDecoy(password);
				return new BoundLookup(wrong("not a name of " + domains), new UserLookup.NotFound());
			}
			PasswordAccount.Login account = named.get();
			String login = account.bindName();
			if (!gate.permits(login)) {
				return new BoundLookup(withheld(directory, password), new UserLookup.NotFound());
			}
			return directory.bindAndFind(login, password, filter, account.values());
		}

		@Override
		public Optional<PasswordAccount> account(DirectoryConversation directory, String username) {
			return login(username).map(PasswordAccount.class::cast);
		}

		/**
		 * Active Directory looks accounts up without regard to diacritics (Microsoft KB
		 * 839515, Samba bug 14847), and perhaps to the kind of kana, so that one account
		 * can be bound by thousands of spellings. Accounts whose names differ in nothing
		 * else would share their attempts; it does not let a domain have two of them.
		 */
		@Override
		public String countedName(String name) {
			StringBuilder folded = new StringBuilder();
			// The last two are what ŀ and ŉ decompose into, besides the letter.
			Normalizer.normalize(KnownBrowser.comparable(name), Normalizer.Form.NFKD)
				.replaceAll("[\\p{M}\u00B7\u02BC]", "")
				.codePoints()
				.mapToObj(ActiveDirectory::folded)
				.forEach(folded::append);
			return KnownBrowser.comparable(folded.toString());
		}

		@Override
		public Optional<String> countedAccount(String name) {
			return login(name).map(account -> countedName(account.countedAs()));
		}

		private static String folded(int character) {
			return switch (character) {
				case 'æ' -> "ae";
				case 'œ' -> "oe";
				case 'ß' -> "ss";
				case 'þ' -> "th";
				case 'ð' -> "d";
				default -> character < 0x80 ? Character.toString(character) : unmodified(character);
			};
		}

		private static String unmodified(int character) {
			// Katakana becomes hiragana.
			if (character >= 'ァ' && character <= 'ヶ') {
				return Character.toString(character - 'ァ' + 'ぁ');
			}
			Matcher modified = MODIFIED.matcher(String.valueOf(Character.getName(character)));
			return modified.matches() ? modified.group(1).toLowerCase(Locale.ROOT) : Character.toString(character);
		}

		private Optional<PasswordAccount.Login> login(String username) {
			int at = username.lastIndexOf('@');
			String user = at < 0 ? username : username.substring(0, at);
			String domain = at < 0 ? domains.getFirst() : username.substring(at + 1);
			if (user.isEmpty() || domains.stream().noneMatch(domain::equalsIgnoreCase)
					|| user.chars().anyMatch(character -> FORBIDDEN.indexOf(character) >= 0)) {
				return Optional.empty();
			}
			String login = user + '@' + domain.toLowerCase(Locale.ROOT);
			return Optional.of(new PasswordAccount.Login(login, filter,
					Map.of(FilterTemplate.USER, user, FilterTemplate.LOGIN, login)));
		}

	}

}
