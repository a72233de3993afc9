package org.campanile.storage.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession;

/**
 * Index of sessions by hash. One ordered set for all hashes: the cost does not depend on
 * how many sessions share a hash, a page starts where the last one ended, and no empty
 * buckets remain. Thread-safe; callers check results against the sessions themselves.
 */
final class HashIndex {

	private static final SessionKey LEAST = new SessionKey("0".repeat(64));

	private final ConcurrentSkipListSet<Posting> postings = new ConcurrentSkipListSet<>();

	void add(Posting posting) {
		postings.add(posting);
	}

	void remove(Posting posting) {
		postings.remove(posting);
	}

	int size() {
		return postings.size();
	}

	/**
	 * @param live the posting's session, if it still exists and is indexed under it
	 */
	List<StoredSession> page(String hash, SessionKey after, int limit, Function<Posting, Optional<Session>> live) {
		boolean fromTheStart = after.equals(SessionKey.FIRST);
		Posting start = new Posting(Key.of(fromTheStart ? LEAST : after, 0), hash);
		@Nullable Key last = fromTheStart ? null : start.key();
		List<StoredSession> page = new ArrayList<>();
		for (Posting posting : postings.tailSet(start)) {
			if (page.size() == limit || !posting.hasHashOf(start)) {
				break;
			}
			if (posting.key().equals(last)) {
				continue;
			}
			Optional<Session> session = live.apply(posting);
			if (session.isPresent()) {
				last = posting.key();
				page.add(session.get().toStored(last.toSessionKey()));
			}
		}
		return page;
	}

}
