package org.campanile.perf.benchmark;

/**
 * What no login by password can do without, in microseconds of processor time.
 *
 * @param signature one RSA-2048 signature over a SignedInfo
 * @param directory one search for a person and one bind as that person
 */
public record Floor(double signature, double directory) {

	/** Both. */
	public double micros() {
		return signature + directory;
	}

	/**
	 * How many times the floor a login costs.
	 * @param loginMillis processor time of a whole login, in milliseconds
	 */
	public double times(double loginMillis) {
		return loginMillis * 1_000 / micros();
	}

}
