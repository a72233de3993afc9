package org.campanile.web.command;

import java.util.concurrent.Callable;

/**
 * A command of the command line that another jar on the class path brings, such as the
 * demo. Found by {@link java.util.ServiceLoader}; annotated as picocli asks for.
 */
public interface ContributedCommand extends Callable<Integer> {

}
