package org.campanile.web.directory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.directory.DirectorySettings;
import org.campanile.directory.DnTemplate;
import org.campanile.directory.EntryCache;
import org.campanile.directory.FilterTemplate;
import org.campanile.directory.password.LoginMethod;
import org.campanile.directory.password.PasswordSettings;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The settings of password checks.
 *
 * @param mode how a username becomes an account: {@code bind-search} looks the user up
 * with the service account first, {@code direct-bind} makes the account's DN from the
 * template, {@code active-directory} signs in as {@code user@domain}
 * @param dnTemplate for {@code direct-bind}: the account's DN, in which {@code {user}}
 * stands for the username typed
 * @param domains for {@code active-directory}: the domains people may sign in from; the
 * first is added to a username typed without one
 * @param loginFilter for {@code active-directory}: finds the entry of the user signed in;
 * {@code {login}} stands for {@code user@domain}
 * @param revealLockedAccounts whether the login page reports that an account is locked;
 * this discloses which usernames exist
 * @param failureStep the least step: a wrong password is answered at the next multiple of
 * a step that is a multiple of this one and longer than the directory takes to check
 * passwords, so that the time does not distinguish an unknown username from a wrong
 * password; 0 to answer at once
 * @param maxUsernameLength the longest username accepted, in characters
 * @param maxPasswordBytes the longest password accepted, in bytes of UTF-8
 * @param entryCache entries of people who signed in before, for {@code bind-search}: a
 * login then costs the directory a bind and no search; every password is still checked
 */
@Validated
@ConfigurationProperties("campanile.authentication")
public record AuthenticationProperties(@DefaultValue("bind-search") Mode mode, @Nullable String dnTemplate,
		@DefaultValue List<String> domains, @DefaultValue("(userPrincipalName={login})") @NotBlank String loginFilter,
		@DefaultValue("false") boolean revealLockedAccounts, @DefaultValue("100ms") Duration failureStep,
		@DefaultValue("256") @Min(1) int maxUsernameLength, @DefaultValue("1024") @Min(1) int maxPasswordBytes,
		@DefaultValue @Valid EntryCacheProperties entryCache) implements CheckedProperties {

	/** The way a username leads to an account. */
	public enum Mode {

		/** The service account searches for the entry, then the user binds as it. */
		BIND_SEARCH,
		/** The user binds by a DN made from the username. */
		DIRECT_BIND,
		/** The user binds as {@code user@domain}. */
		ACTIVE_DIRECTORY

	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::checkFailureStep);
		faults.check(() -> method(EntryCache.OFF));
		faults.check(this::checkTimeToLive);
	}

	private void checkFailureStep() {
		if (failureStep.isNegative()) {
			throw new IllegalArgumentException("campanile.authentication.failure-step: negative; give 0 or more");
		}
	}

	private void checkTimeToLive() {
		if (entryCache.timeToLive().isNegative() || entryCache.timeToLive().isZero()) {
			throw new IllegalArgumentException(
					"campanile.authentication.entry-cache.time-to-live: must be positive; set "
							+ "enabled to false for no cache");
		}
	}

	/**
	 * Entries remembered by the name typed.
	 *
	 * @param enabled whether they are
	 * @param maximumSize how many at most
	 * @param timeToLive how long the directory's data about a user are cached
	 */
	public record EntryCacheProperties(@DefaultValue("false") boolean enabled,
			@DefaultValue("10000") @Min(1) long maximumSize, @DefaultValue("5m") Duration timeToLive) {
	}

	/** Returns the cache of entries, which stores nothing if caching is off. */
	EntryCache entryCache(InstantSource clock, MeterRegistry meters) {
		return entryCache.enabled() ? EntryCache.of(entryCache.maximumSize(), entryCache.timeToLive(), clock, meters)
				: EntryCache.OFF;
	}

	/**
	 * The settings of password checks.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	PasswordSettings passwordSettings(EntryCache entries) {
		checkTimeToLive();
		checkFailureStep();
		return new PasswordSettings(method(entries), revealLockedAccounts, maxUsernameLength, maxPasswordBytes,
				failureStep);
	}

	private LoginMethod method(EntryCache entries) {
		return switch (mode) {
			case BIND_SEARCH -> new LoginMethod.BindSearch(entries);
			case DIRECT_BIND -> new LoginMethod.DirectBind(template());
			case ACTIVE_DIRECTORY -> activeDirectory();
		};
	}

	private DnTemplate template() {
		if (dnTemplate == null) {
			throw new IllegalArgumentException(
					"campanile.authentication.dn-template: missing, though mode is direct-bind; "
							+ "give the DN of an account, such as uid={user},ou=people,dc=example,dc=edu");
		}
		return Faults.named("campanile.authentication.dn-template", () -> DnTemplate.parse(dnTemplate));
	}

	/**
	 * Says which conditions hold for sessions and for logins without a password as well.
	 */
	DirectorySettings limit(DirectorySettings settings) {
		return switch (mode) {
			case BIND_SEARCH -> settings;
			case DIRECT_BIND -> settings.bindingByName(Optional.empty());
			case ACTIVE_DIRECTORY -> settings.bindingByName(Optional.of(loginFilter));
		};
	}

	private LoginMethod activeDirectory() {
		if (domains.isEmpty()) {
			throw new IllegalArgumentException("campanile.authentication.domains: missing, though mode is "
					+ "active-directory; give the domain that usernames are in, such as example.edu");
		}
		return Faults.named("campanile.authentication.login-filter",
				() -> new LoginMethod.ActiveDirectory(domains, FilterTemplate.parse(loginFilter)));
	}

}
