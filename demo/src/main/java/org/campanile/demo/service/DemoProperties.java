package org.campanile.demo.service;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The demo's services.
 *
 * @param enabled whether two demo services are served below {@code /demo} and known to
 * this server; they show whoever signs in what a service receives, so leave them off
 * where people really sign in
 */
@ConfigurationProperties("campanile.demo")
public record DemoProperties(@DefaultValue("false") boolean enabled) {
}
