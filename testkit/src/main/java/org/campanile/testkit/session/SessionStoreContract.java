package org.campanile.testkit.session;

/**
 * What every {@link org.campanile.session.SessionStore} must do. A backend's test class
 * says how a store is opened and the backend emptied, and inherits the rest, which the
 * classes above hold by theme: {@link SessionLifeContract}, {@link SessionTouchContract},
 * {@link SessionServicesContract}, {@link SessionUpdateContract},
 * {@link SessionLookUpContract}.
 */
public abstract class SessionStoreContract extends SessionLookUpContract {

}
