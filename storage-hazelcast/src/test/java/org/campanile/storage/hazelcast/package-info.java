@NullMarked
package org.campanile.storage.hazelcast;

import org.jspecify.annotations.NullMarked;
