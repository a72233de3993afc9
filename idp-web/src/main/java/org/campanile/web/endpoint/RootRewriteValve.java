package org.campanile.web.endpoint;

import org.apache.catalina.LifecycleException;
import org.apache.catalina.valves.rewrite.RewriteValve;

/**
 * Serves paths outside the context path: rewrites them before the request is mapped to an
 * application, as there is none of such a path.
 */
public final class RootRewriteValve extends RewriteValve {

	private final String rule;

	/**
	 * @param rule a line of Tomcat's rewrite configuration
	 */
	public RootRewriteValve(String rule) {
		this.rule = rule;
	}

	@Override
	protected void startInternal() throws LifecycleException {
		super.startInternal();
		try {
			setConfiguration(rule);
		}
		catch (Exception ex) {
			throw new LifecycleException("paths outside the context path cannot be served by " + rule.strip(), ex);
		}
	}

}
