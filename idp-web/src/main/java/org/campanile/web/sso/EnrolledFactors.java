package org.campanile.web.sso;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.store.StoreUnavailableException;

/**
 * The view of a login on enrolled factors; without any if there are only passwords.
 * Thread-safe.
 */
@Component
class EnrolledFactors {

	private static final Logger logger = LoggerFactory.getLogger(EnrolledFactors.class);

	private final Optional<Enrolments> enrolments;

	EnrolledFactors(ObjectProvider<Enrolments> enrolments) {
		this.enrolments = Optional.ofNullable(enrolments.getIfAvailable());
	}

	/** Begins a request in which each enrolment is read at most once. */
	Enrolments.Reading reading() {
		return enrolments.map(Enrolments::reading).orElse(() -> {
		});
	}

	/** Returns the kinds, with the one that the user used last first. */
	List<FactorKind> lastUsedFirst(List<FactorKind> kinds, Optional<AuthenticatedUser> user) {
		if (kinds.size() < 2 || user.isEmpty() || enrolments.isEmpty()) {
			return kinds;
		}
		try {
			Enrolment enrolment = enrolments.get().find(user.get().principal());
			return kinds.stream().sorted(Comparator.comparing(kind -> !kind.equals(enrolment.lastUsed()))).toList();
		}
		catch (StoreUnavailableException ex) {
			logger.warn("Which factor a user took the last time is not known: {}", ex.getMessage());
			return kinds;
		}
	}

	/** Notes that the user has just proven the last of these factors. */
	void noteUse(AuthenticatedUser user) {
		enrolments.ifPresent(all -> all.noteUse(user.principal(), user.factors().getLast()));
	}

}
