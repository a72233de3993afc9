package org.campanile.web.attribute;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.sql.NamedQuery;
import org.campanile.attribute.sql.SqlSource;
import org.campanile.web.attribute.source.SourceKind;
import org.campanile.web.config.Faults;
import org.campanile.web.config.NestedProperties;

/**
 * A database.
 *
 * @param url its JDBC URL; the driver of PostgreSQL is there, others are put into
 * {@code lib} of the home folder
 * @param username the role to connect as, which needs to read and no more
 * @param password its password
 * @param query one SELECT; {@code :username} stands for the canonical name, {@code :mail}
 * and the like for attributes of the user's own entry, always as text
 * @param attributes the columns that are attributes, by their labels; several rows are
 * several values
 * @param poolSize connections, at most
 */
@NestedProperties("campanile.attributes.sources.*.sql")
public record SqlSourceProperties(@Nullable String url, @Nullable String username, @Nullable String password,
		@Nullable String query, @DefaultValue List<String> attributes,
		@DefaultValue("5") @Min(1) int poolSize) implements SourceKind {

	@Override
	public Set<String> provides() {
		return new LinkedHashSet<>(attributes);
	}

	@Override
	public Set<String> parameters() {
		return new LinkedHashSet<>(namedQuery("").names());
	}

	@Override
	public AttributeSource source(String id, String key, HomeFolder home, Duration timeout) {
		requireDriver(key, home);
		return new SqlSource(id, new SqlSource.Settings(requiredUrl(key), Optional.ofNullable(username),
				Optional.ofNullable(password), namedQuery(key), provides(), poolSize, timeout), drivers(home));
	}

	@Override
	public void check(String key, HomeFolder home, Faults faults) {
		faults.check(() -> requireDriver(key, home));
		faults.check(() -> namedQuery(key));
	}

	private String requiredUrl(String key) {
		if (url == null || !url.startsWith("jdbc:")) {
			throw new IllegalArgumentException(
					key + "url: a JDBC URL is missing; give one such as jdbc:postgresql://db.example.edu/hr");
		}
		return url;
	}

	private static Path drivers(HomeFolder home) {
		return home.path().resolve("lib");
	}

	private void requireDriver(String key, HomeFolder home) {
		String required = requiredUrl(key);
		Faults.naming(key + "url", () -> SqlSource.requireDriver(required, drivers(home)));
	}

	private NamedQuery namedQuery(String key) {
		try {
			return NamedQuery.parse(query == null ? "" : query);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(key + "query: " + ex.getMessage()
					+ ", as in SELECT cost_center AS \"costCenter\" FROM staff WHERE uid = :username", ex);
		}
	}

	@Override
	public String toString() {
		return "SqlSourceProperties[attributes=" + attributes + "]";
	}

}
