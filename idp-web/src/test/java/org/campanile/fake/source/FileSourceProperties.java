package org.campanile.fake.source;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

import jakarta.validation.constraints.Max;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSource;
import org.campanile.web.attribute.source.SourceKind;
import org.campanile.web.config.Faults;
import org.campanile.web.config.NestedProperties;

/**
 * The settings of an attribute source that reads a file.
 *
 * @param path the file, relative to the home folder, with lines of {@code user=value}
 * @param attribute the attribute that the values belong to
 * @param key the attribute by which the file names users
 * @param maxLength the maximum length of a value
 */
@NestedProperties("campanile.attributes.sources.*.file")
record FileSourceProperties(@Nullable Path path, @DefaultValue("title") String attribute,
		@DefaultValue("username") String key, @DefaultValue("80") @Max(200) int maxLength) implements SourceKind {

	@Override
	public Set<String> provides() {
		return Set.of(attribute);
	}

	@Override
	public Set<String> parameters() {
		return Set.of(key);
	}

	@Override
	public AttributeSource source(String id, String key, HomeFolder home, Duration timeout) {
		return new FileSource(id, home.path().resolve(requiredPath(key)), attribute, this.key, maxLength);
	}

	@Override
	public void check(String key, HomeFolder home, Faults faults) {
		faults.check(() -> requiredPath(key));
	}

	private Path requiredPath(String key) {
		if (path == null) {
			throw new IllegalArgumentException(key + "path: missing; give a file, such as titles.properties");
		}
		return path;
	}

}
