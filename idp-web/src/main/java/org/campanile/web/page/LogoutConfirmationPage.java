package org.campanile.web.page;

import java.util.Map;

/**
 * Asks for confirmation of a logout that another site linked to.
 *
 * @param action where the answer is posted, on this server
 * @param hiddenFields the form's hidden fields, in order
 */
public record LogoutConfirmationPage(String action, Map<String, String> hiddenFields) {
}
