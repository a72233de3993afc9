package org.campanile.web.seal;

import java.util.concurrent.TimeUnit;

import org.springframework.scheduling.annotation.Scheduled;

import org.campanile.seal.LiveKeyRing;

/** Reloads the sealing keys periodically. Thread-safe. */
class KeyRingWatch {

	private final LiveKeyRing keyRing;

	KeyRingWatch(LiveKeyRing keyRing) {
		this.keyRing = keyRing;
	}

	@Scheduled(initialDelay = 10, fixedRate = 10, timeUnit = TimeUnit.SECONDS)
	void look() {
		keyRing.poll();
	}

}
