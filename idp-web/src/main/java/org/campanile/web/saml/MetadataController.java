package org.campanile.web.saml;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.metadata.IdpMetadata;

/**
 * Serves the server's own metadata (SAML Metadata 4.1, publication by well-known
 * location).
 */
@RestController
class MetadataController {

	private static final MediaType METADATA = MediaType.parseMediaType("application/samlmetadata+xml");

	private final IdpMetadata metadata;

	MetadataController(IdpMetadata metadata) {
		this.metadata = metadata;
	}

	@GetMapping({ SamlEndpoints.METADATA, SamlEndpoints.ENTITY_ID })
	ResponseEntity<byte[]> metadata() {
		return ResponseEntity.ok().contentType(METADATA).body(metadata.xml());
	}

}
