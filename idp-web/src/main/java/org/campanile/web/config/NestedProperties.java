package org.campanile.web.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record of settings that stand below a name which an administrator chooses. They
 * are found on the class path, checked as all others, and read with
 * {@link NestedSettings}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface NestedProperties {

	/**
	 * The keys' common beginning, with {@code *} for the name, such as
	 * {@code campanile.attributes.sources.*.sql}.
	 */
	String value();

}
