package org.campanile.saml.metadata;

import java.util.OptionalInt;

/** Thrown if the content of a metadata file is refused as a whole. */
final class MetadataRefusedException extends Exception {

	private static final long serialVersionUID = 1L;

	private final transient OptionalInt line;

	private final String reason;

	MetadataRefusedException(int line, String reason) {
		super(reason);
		this.line = line > 0 ? OptionalInt.of(line) : OptionalInt.empty();
		this.reason = reason;
	}

	MetadataRefusedException(String reason) {
		this(0, reason);
	}

	MetadataProblem problem(String file) {
		return MetadataProblem.ofFile(file, line, reason);
	}

}
