package org.campanile.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.StackTrace;

/**
 * A stage of a login, from when it was made to {@code ended}. Without a stack trace, for
 * each is made in one place. Used by one thread; costs a few nanoseconds while nobody
 * records.
 */
@Category("Campanile")
@StackTrace(false)
abstract class LoginEvent extends Event {

}
