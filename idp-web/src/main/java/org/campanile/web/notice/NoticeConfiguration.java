package org.campanile.web.notice;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Configures mail to users. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MailProperties.class)
@Import({ AuditedChanges.class, Notices.class })
class NoticeConfiguration {

}
