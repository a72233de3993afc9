package org.campanile.storage.jpa;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Sets the parameters of a statement one after the other, in the order of its question
 * marks. Not thread-safe.
 */
final class Parameters {

	private final PreparedStatement statement;

	private int last;

	Parameters(PreparedStatement statement) {
		this.statement = statement;
	}

	Parameters bytes(byte @Nullable [] value) throws SQLException {
		statement.setBytes(++last, value);
		return this;
	}

	/**
	 * Sets bytes.
	 * @param digits hexadecimal
	 */
	Parameters hex(String digits) throws SQLException {
		return bytes(Hex.parse(digits));
	}

	Parameters text(String value) throws SQLException {
		statement.setString(++last, value);
		return this;
	}

	Parameters number(long value) throws SQLException {
		statement.setLong(++last, value);
		return this;
	}

	Parameters time(Instant value) throws SQLException {
		statement.setObject(++last, value.atOffset(ZoneOffset.UTC));
		return this;
	}

	/**
	 * Sets both times of {@link SessionStatements#LIVE}.
	 */
	Parameters live(Instant now) throws SQLException {
		return time(now).time(now);
	}

	Parameters byteArrays(Stream<byte[]> values) throws SQLException {
		statement.setObject(++last, values.toArray(byte[][]::new));
		return this;
	}

	Parameters times(Stream<Instant> values) throws SQLException {
		statement.setArray(++last, statement.getConnection().createArrayOf("timestamptz", values.toArray()));
		return this;
	}

}
