package org.campanile.web.command;

import picocli.CommandLine.IVersionProvider;

import org.campanile.web.IdpApplication;

/** Ours, and Java's. */
final class Version implements IVersionProvider {

	@Override
	public String[] getVersion() {
		return new String[] { "Campanile " + IdpApplication.version() + ", Java " + Runtime.version() };
	}

}
