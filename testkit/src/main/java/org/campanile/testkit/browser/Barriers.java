package org.campanile.testkit.browser;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Finds barriers in a page, by axe's rules for WCAG 2.2 AA and its best practices. Runs
 * in the page itself and its frames: axe's own builder opens a further page for each
 * check, which takes as long as the check.
 */
public final class Barriers {

	private static final String RUN = """
			async () => {
				const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
				const found = await axe.run(document, { runOnly: { type: 'tag', values: tags } });
				return {
					passes: found.passes.length,
					unseen: found.incomplete.filter(rule => rule.id === 'frame-tested')
						.flatMap(rule => rule.nodes.map(node => node.html)),
					violations: found.violations.flatMap(rule =>
						rule.nodes.map(node => rule.id + ': ' + node.html + ' ' + node.failureSummary))
				};
			}
			""";

	private Barriers() {
	}

	/**
	 * @param name of the page, for the message
	 */
	public static void assertNone(Page page, String name) {
		for (Frame frame : page.frames()) {
			frame.evaluate(AxeBuilder.getAxeScript());
		}
		Map<?, ?> found = (Map<?, ?>) Objects.requireNonNull(page.evaluate(RUN));
		assertThat((Integer) found.get("passes")).as("rules that %s keeps", name).isPositive();
		assertThat((List<?>) found.get("unseen")).as("frames of %s that axe could not look into", name).isEmpty();
		assertThat((List<?>) found.get("violations")).as(name).isEmpty();
	}

}
