package org.campanile.fake.source;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.SourceQuery;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UnusableAnswerException;

/** An attribute source that reads a file of users. */
record FileSource(String id, Path file, String attribute, String key, int maxLength) implements AttributeSource {

	@Override
	public Set<String> provides() {
		return Set.of(attribute);
	}

	@Override
	public Set<String> parameters() {
		return Set.of(key);
	}

	@Override
	public SourceValues read(SourceQuery query) throws SourceUnavailableException {
		String value = users().getProperty(query.get(key));
		if (value == null) {
			return SourceValues.NONE;
		}
		if (value.length() > maxLength) {
			throw new UnusableAnswerException(id, "a value of more than " + maxLength + " characters");
		}
		return SourceValues.ofTexts(Map.of(attribute, List.of(value)));
	}

	@Override
	public void probe() throws SourceUnavailableException {
		users();
	}

	private Properties users() throws SourceUnavailableException {
		Properties users = new Properties();
		try (Reader reader = Files.newBufferedReader(file)) {
			users.load(reader);
			return users;
		}
		catch (IOException ex) {
			throw new SourceUnavailableException(id, file.getFileName() + " cannot be read", ex);
		}
	}

	@Override
	public void close() {
	}

}
