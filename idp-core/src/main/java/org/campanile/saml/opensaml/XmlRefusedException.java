package org.campanile.saml.opensaml;

import org.jspecify.annotations.Nullable;

/**
 * XML that is not well-formed, not of the expected type, or contains something that is
 * refused.
 */
public final class XmlRefusedException extends Exception {

	private static final long serialVersionUID = 1L;

	public XmlRefusedException(@Nullable String message) {
		super(message);
	}

	public XmlRefusedException(@Nullable String message, Throwable cause) {
		super(message, cause);
	}

}
