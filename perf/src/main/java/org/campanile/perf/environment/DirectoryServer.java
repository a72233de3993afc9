package org.campanile.perf.environment;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** A directory that runs, in a process of its own. */
interface DirectoryServer extends AutoCloseable {

	/** Where it listens; {@code ldap} or {@code ldaps}. */
	URI address();

	/** The certificate it shows, in PEM; null without TLS. */
	@Nullable Path certificate();

	/** The process whose descendants it is. */
	long pid();

	/** What is worth telling of it. */
	Map<String, String> settings();

	@Override
	void close();

}
