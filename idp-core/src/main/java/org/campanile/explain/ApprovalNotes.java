package org.campanile.explain;

import java.util.List;
import java.util.Optional;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.release.ReleasedAttributes;
import org.campanile.service.Service;

/**
 * Explains what a user would be shown and asked before a service is answered. Stores
 * nothing. Thread-safe.
 */
public interface ApprovalNotes {

	/** No approvals: nobody is asked. */
	ApprovalNotes NONE = asked -> List.of();

	/** Returns one line for each page. */
	List<String> of(Asked asked) throws UnexplainedException;

	/**
	 * A sign-on.
	 *
	 * @param principal the user's canonical name
	 * @param user the user's attributes
	 * @param name the user's name at the service; empty if it names nobody
	 * @param released the attributes that the service would receive
	 */
	record Asked(String principal, ResolvedAttributes user, Service service, Optional<String> name,
			ReleasedAttributes released) {
	}

}
