package org.campanile.validation;

import java.util.Optional;

import org.campanile.authn.Factor;
import org.campanile.factor.pin.Pins;
import org.campanile.store.StoreUnavailableException;

/** Checks the PIN of a user. Thread-safe. */
@FunctionalInterface
public interface PinCheck {

	/**
	 * Checks a PIN; takes as long for a user who has none, or who does not exist.
	 * @param principal the user's canonical name
	 * @param pin as typed
	 * @return what it has proven; empty if it is wrong, or there is none
	 * @throws StoreUnavailableException if it could not be checked
	 * @throws Pins.BusyException if it was not, as too many others are
	 */
	Optional<Factor> check(String principal, String pin) throws StoreUnavailableException, Pins.BusyException;

}
