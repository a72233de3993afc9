package org.campanile.web.page;

import org.jspecify.annotations.Nullable;

/**
 * A line of the page shown after logout.
 *
 * @param name the service's name
 * @param outcome what became of it, in words
 * @param state the same, as styles name it
 * @param askUrl where it can be asked once more; null where it cannot
 * @param ask what the link there says; null where there is none
 */
public record ServiceOutcome(String name, String outcome, String state, @Nullable String askUrl, @Nullable Phrase ask) {
}
