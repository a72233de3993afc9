package org.campanile.saml.logout;

/**
 * A LogoutRequest of ours that a browser carries, and that waits for its answer.
 *
 * @param progressId the logout it belongs to
 * @param index the service's place in that logout
 * @param presentation how it is carried, so that the answer is received alike
 */
public record OpenQuestion(String progressId, int index, Presentation presentation) {
}
