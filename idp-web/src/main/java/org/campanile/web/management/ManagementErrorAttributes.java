package org.campanile.web.management;

import java.util.Map;

import jakarta.servlet.RequestDispatcher;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.boot.webmvc.error.ErrorAttributes;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.WebRequest;

/** What is told of errors by status, as Spring Security's firewall raises them. */
final class ManagementErrorAttributes implements ErrorAttributes {

	@Override
	public Map<String, @Nullable Object> getErrorAttributes(WebRequest request, ErrorAttributeOptions options) {
		Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE, RequestAttributes.SCOPE_REQUEST);
		return Map.of("error", ManagementErrors.sentence(status instanceof Integer code ? code : 404));
	}

	@Override
	public @Nullable Throwable getError(WebRequest request) {
		return null;
	}

}
