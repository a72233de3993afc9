package org.campanile.web.page;

import org.jspecify.annotations.Nullable;

/**
 * The page of a problem that was rendered ahead, for when there is no time to render one.
 * The same for everybody who reads its language, but for the address that its language
 * links repeat.
 */
public final class PreparedProblem {

	private final PreparedPage page;

	private final @Nullable PreparedForm withQuery;

	/**
	 * @param withQuery to be filled in with the query of a request; null if the page is
	 * complete
	 */
	PreparedProblem(PreparedPage page, @Nullable PreparedForm withQuery) {
		this.page = page;
		this.withQuery = withQuery;
	}

	PreparedPage page() {
		return page;
	}

	@Nullable PreparedForm withQuery() {
		return withQuery;
	}

}
