package org.campanile.web.config;

import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * HTTP.
 *
 * @param trustedProxies addresses or CIDR ranges of the proxies whose
 * {@code X-Forwarded-For} is believed; it decides the address that is throttled and
 * audited and nothing else
 */
@ConfigurationProperties("campanile.http")
public record HttpProperties(@DefaultValue List<String> trustedProxies) {
}
