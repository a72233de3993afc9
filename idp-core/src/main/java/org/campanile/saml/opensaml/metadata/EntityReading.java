package org.campanile.saml.opensaml.metadata;

import java.util.List;

import org.campanile.saml.relyingparty.RelyingParty;

/** The result of reading one entity's metadata. */
public sealed interface EntityReading {

	/**
	 * A service that can be served.
	 *
	 * @param relyingParty the service
	 * @param remarks parts that were dropped or deserve attention, each one sentence
	 * @param obstacles the remarks that make it unusable
	 */
	record Service(RelyingParty relyingParty, List<String> remarks, List<String> obstacles) implements EntityReading {

		public Service {
			remarks = List.copyOf(remarks);
			obstacles = List.copyOf(obstacles);
		}

	}

	/**
	 * An entity that is not served.
	 *
	 * @param reason why, for administrators
	 */
	record Refused(String reason) implements EntityReading {
	}

}
