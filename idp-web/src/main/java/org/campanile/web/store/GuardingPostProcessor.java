package org.campanile.web.store;

import org.campanile.durable.ConsentStore;
import org.campanile.durable.PersistentIdStore;
import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SessionStore;
import org.campanile.store.guard.StoreGuards;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Puts the guard around whatever store a backend exposes. Backends and whoever uses them
 * know nothing of it; they name the seam as the type of what they inject.
 */
final class GuardingPostProcessor implements BeanPostProcessor, Ordered {

	private final ObjectProvider<StoreGuards> guards;

	/**
	 * @param guards asked for with the first store, for this is made before all else
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

	/** Before those that have no order, so that what they add is outside the guard. */
	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

}
