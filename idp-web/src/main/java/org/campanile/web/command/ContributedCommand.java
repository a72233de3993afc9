package org.campanile.web.command;

import java.util.concurrent.Callable;

/**
 * A command contributed by another jar on the class path, such as the demo. Found by
 * {@link java.util.ServiceLoader}; carries picocli's annotations.
 */
public interface ContributedCommand extends Callable<Integer> {

}
