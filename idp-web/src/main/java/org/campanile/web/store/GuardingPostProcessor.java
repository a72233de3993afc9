package org.campanile.web.store;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

import org.campanile.consent.ConsentStore;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SessionStore;
import org.campanile.store.resilience.StoreGuards;

/**
 * Puts the guard around every store of a backend, transparently for the backend and its
 * callers, which inject the interface type.
 */
final class GuardingPostProcessor implements BeanPostProcessor, Ordered {

	private final ObjectProvider<StoreGuards> guards;

	/**
	 * @param guards resolved with the first store, because this is created before other
	 * beans
	 */
	GuardingPostProcessor(ObjectProvider<StoreGuards> guards) {
		this.guards = guards;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		return switch (bean) {
			case SessionStore store -> guards.getObject().guard(store);
			case OneTimeStore store -> guards.getObject().guard(store);
			case PersistentIdStore store -> guards.getObject().guard(store);
			case ConsentStore store -> guards.getObject().guard(store);
			default -> bean;
		};
	}

	/**
	 * Before unordered post-processors, so that their additions are outside the guard.
	 */
	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

}
