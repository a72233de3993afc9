package org.campanile.attribute;

import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the values of one attribute from source values or from other attributes.
 * Immutable; a value it cannot use is left out with a log line and never an exception.
 */
public sealed interface AttributeDefinition
		permits AttributeDefinition.OfOneSource, PrincipalDefinition, StaticDefinition, TemplateDefinition {

	/** The id of the attribute it makes. */
	String id();

	/**
	 * Returns what the definition reads: ids of other definitions or, where no definition
	 * has that id, source attributes. The definition's own id always means the source
	 * attribute, and so does that of a built-in attribute if the definition has a
	 * {@link SourceRule}.
	 */
	default List<String> sources() {
		return List.of();
	}

	sealed interface OfOneSource extends AttributeDefinition permits BinaryDefinition, MappedDefinition,
			PrescopedDefinition, RegexDefinition, ScopedDefinition, SimpleDefinition, SubjectIdDefinition {

		/** Returns the definition or source attribute that this definition reads. */
		String source();

		@Override
		default List<String> sources() {
			return List.of(source());
		}

	}

	/** Makes the values; empty for none. */
	List<AttributeValue> resolve(DefinitionInput input);

	/**
	 * Says that a value was left out. The value itself stays out of the log: it is
	 * personal, and may be hostile.
	 */
	default void leftOut(DefinitionInput input, String reason) {
		Log.LOGGER.warn("attribute {} of {}: a value was left out: {}", id(), input.principal(), reason);
		input.leftOut(reason);
	}

	/** Keeps the logger out of the interface's constants. */
	final class Log {

		private static final Logger LOGGER = LoggerFactory.getLogger(AttributeDefinition.class);

		private Log() {
		}

	}

}
