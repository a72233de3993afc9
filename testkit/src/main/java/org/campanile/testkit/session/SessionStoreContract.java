package org.campanile.testkit.session;

/**
 * The contract of every {@link org.campanile.session.SessionStore}. A backend's test
 * class defines how a store is opened and the backend emptied, and inherits the tests,
 * which the superclasses group by theme: {@link SessionLifeContract},
 * {@link SessionTouchContract}, {@link SessionServicesContract},
 * {@link SessionUpdateContract}, {@link SessionLookUpContract}.
 */
public abstract class SessionStoreContract extends SessionLookUpContract {

}
