/** Sessions and one-time state in a Hazelcast cluster. */
@NullMarked
package org.campanile.storage.hazelcast;

import org.jspecify.annotations.NullMarked;
