package org.campanile.saml.logout;

/** How a browser carries a question to a service. */
public enum Presentation {

	/** In a frame of the page, beside other services. */
	FRAME,
	/** As the whole page, one service after the other. */
	PAGE

}
