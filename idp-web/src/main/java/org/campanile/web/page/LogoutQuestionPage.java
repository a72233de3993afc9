package org.campanile.web.page;

import java.util.Map;

/**
 * Asks whether to sign out, where another site led the person here.
 *
 * @param action where the answer is posted, on this server
 * @param hiddenFields the form's hidden fields, in order
 */
public record LogoutQuestionPage(String action, Map<String, String> hiddenFields) {
}
