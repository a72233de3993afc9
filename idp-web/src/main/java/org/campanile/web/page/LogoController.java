package org.campanile.web.page;

import java.time.Duration;

import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves the institution's logo at {@code /logo}. Pages link to it with its version, so
 * browsers may cache that version for any time.
 */
@RestController
class LogoController {

	private final Pages pages;

	LogoController(Pages pages) {
		this.pages = pages;
	}

	/**
	 * @param v the version in the page, which may be of a node whose logo differs while
	 * the file is being replaced on one after the other
	 */
	@GetMapping("/logo")
	ResponseEntity<byte[]> logo(@RequestParam(defaultValue = "") String v) {
		LogoFile logo = pages.logo();
		if (logo == null) {
			return ResponseEntity.notFound().build();
		}
		return ResponseEntity.ok()
			.cacheControl(v.equals(logo.version()) ? CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable()
					: CacheControl.noCache())
			.eTag(logo.version())
			.header("Content-Type", logo.contentType())
			// An SVG image that is opened directly is a document and could contain a
			// script.
			.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
			.body(logo.bytes());
	}

}
