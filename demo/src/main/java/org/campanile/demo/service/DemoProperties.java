package org.campanile.demo.service;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The demo's services.
 *
 * @param enabled whether two demo services are served below {@code /demo} and known to
 * this server; they show every user who signs in what a service receives, so leave them
 * off in production
 */
@ConfigurationProperties("campanile.demo")
public record DemoProperties(@DefaultValue("false") boolean enabled) {
}
