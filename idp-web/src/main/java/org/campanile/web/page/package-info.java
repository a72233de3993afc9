/**
 * The pages for users: view models, and {@link org.campanile.web.page.Pages} which
 * renders them with templates, texts and a style that the home folder can override.
 */
@NullMarked
package org.campanile.web.page;

import org.jspecify.annotations.NullMarked;
