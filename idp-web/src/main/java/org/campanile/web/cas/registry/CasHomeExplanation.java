package org.campanile.web.cas.registry;

import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.cas.CasExplanation;
import org.campanile.web.access.AccessProperties;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.explain.HomeProtocol;

/** Explains the CAS part of sign-ons from a home folder. */
public final class CasHomeExplanation implements HomeProtocol {

	@Override
	public Opened open(Home home) {
		ServiceContext context = ServiceContext.of(
				home.configuration().group(AttributesProperties.class).attributeIds(home.attributes()),
				home.configuration().group(AccessProperties.class));
		CasServiceRegistry services = new CasServiceRegistry(home.folder(), context, home.clock(),
				new SimpleMeterRegistry());
		return new Services(services);
	}

	/** Closes the registry that the explanation reads from. */
	private static final class Services extends CasExplanation implements Opened {

		private final CasServiceRegistry services;

		Services(CasServiceRegistry services) {
			super(services);
			this.services = services;
		}

		@Override
		public Set<String> deciding() {
			return services.deciding();
		}

		@Override
		public Set<String> identifying() {
			return services.usernames();
		}

		@Override
		public void close() {
			services.close();
		}

	}

}
