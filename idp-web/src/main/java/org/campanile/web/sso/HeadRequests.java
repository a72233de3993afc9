package org.campanile.web.sso;

import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Refuses HEAD where GET does more than show something. Spring answers HEAD by what
 * answers GET, so a link checker or a preview would use up the request, sign the person
 * on or out, and throw the answer away.
 */
@Component
class HeadRequests implements HandlerInterceptor, WebMvcConfigurer {

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(this).addPathPatterns("/profile/**", LoginController.PATH, "/logout", "/logout/**");
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
			throws HttpRequestMethodNotSupportedException {
		if ("HEAD".equals(request.getMethod())) {
			throw new HttpRequestMethodNotSupportedException("HEAD", List.of("GET"));
		}
		return true;
	}

}
