package org.campanile.web.attribute;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.GuardedSource;
import org.campanile.attribute.SourceSettings;
import org.campanile.attribute.SourceSettings.OnFailure;
import org.campanile.web.attribute.source.SourceKind;
import org.campanile.web.config.Faults;
import org.campanile.web.directory.LdapSourceProperties;

/**
 * A source of attributes besides the directory: one of {@code ldap}, {@code sql} and
 * {@code http}, and how it is asked.
 *
 * @param onFailure what a login does when it does not answer: {@code omit} goes on
 * without its attributes, {@code refuse} refuses the login
 * @param timeout how long it may take to answer, 10 seconds at most
 * @param maxConcurrent how many users it is asked for at once; for more, it counts as not
 * answering
 * @param cache caches its values of a user
 * @param ldap a further directory
 * @param sql a database
 * @param http a web service that answers in JSON
 */
public record SourceProperties(@DefaultValue("omit") OnFailure onFailure, @DefaultValue("2s") Duration timeout,
		@DefaultValue("32") @Min(1) int maxConcurrent, @Valid @DefaultValue AttributesProperties.Cache cache,
		@Valid @Nullable LdapSourceProperties ldap, @Valid @Nullable SqlSourceProperties sql,
		@Valid @Nullable HttpSourceProperties http) {

	private static final Duration LONGEST = Duration.ofSeconds(10);

	/** The attributes that it has; empty if it is of no kind. */
	Set<String> provides() {
		return kinds().stream().findFirst().map(SourceKind::provides).orElse(Set.of());
	}

	/**
	 * Creates the source without connecting.
	 * @param key its own, with a dot at the end
	 * @throws IllegalArgumentException for a fault
	 */
	GuardedSource source(String id, String key, HomeFolder home, InstantSource clock, MeterRegistry meters) {
		AttributeSource source = kind(key).source(id, key + name() + '.', home, timeout);
		return new GuardedSource(source,
				new SourceSettings(onFailure, timeout, maxConcurrent, cache.settings(key + "cache.")), clock, meters);
	}

	void check(String key, HomeFolder home, Faults faults) {
		Faults own = new Faults();
		own.check(() -> kind(key));
		own.check(() -> cache.settings(key + "cache."));
		if (!timeout.isPositive() || timeout.compareTo(LONGEST) > 0) {
			own.add(key + "timeout: " + timeout.toMillis() + " ms is no use; give more than 0 and at most 10s");
		}
		if (own.isEmpty()) {
			kind(key).check(key + name() + '.', home, own);
		}
		if (own.isEmpty() && provides().isEmpty()) {
			own.add(key + name() + ": names no attributes; say what it has");
		}
		own.lines().forEach(faults::add);
	}

	/** What it needs to look up a user. */
	Set<String> parameters() {
		return kinds().getFirst().parameters();
	}

	List<String> warnings(String key) {
		return kind(key).warnings(key + name() + '.');
	}

	private List<SourceKind> kinds() {
		List<SourceKind> kinds = new ArrayList<>();
		Optional.ofNullable(ldap).ifPresent(kinds::add);
		Optional.ofNullable(sql).ifPresent(kinds::add);
		Optional.ofNullable(http).ifPresent(kinds::add);
		return kinds;
	}

	private SourceKind kind(String key) {
		List<SourceKind> kinds = kinds();
		if (kinds.size() != 1) {
			throw new IllegalArgumentException(key.substring(0, key.length() - 1)
					+ ": a source is one of ldap, sql and http; give exactly one of these groups");
		}
		return kinds.getFirst();
	}

	/** The kind's name. */
	String name() {
		return ldap != null ? "ldap" : sql != null ? "sql" : "http";
	}

}
