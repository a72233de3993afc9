package org.campanile.web.command;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class Version implements IVersionProvider {

	@Override
	public String[] getVersion() {
		String version = Version.class.getPackage().getImplementationVersion();
		return new String[] {
				"Campanile " + (version == null ? "(not from a jar)" : version) + ", Java " + Runtime.version() };
	}

}
