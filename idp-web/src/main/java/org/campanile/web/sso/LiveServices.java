package org.campanile.web.sso;

import org.campanile.service.ServiceRegistry;
import org.campanile.web.config.LiveConfiguration;

/** A protocol's services whose local settings are configured anew. A bean. */
@FunctionalInterface
public interface LiveServices {

	/** The services with the settings of that version. */
	ServiceRegistry under(LiveConfiguration.Version version);

}
