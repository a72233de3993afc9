package org.campanile.web.page;

import java.util.List;
import java.util.Map;

/**
 * A form's hidden field.
 *
 * @param value its value, arbitrary text
 */
public record HiddenField(String name, String value) {

	static List<HiddenField> of(Map<String, String> fields) {
		return fields.entrySet().stream().map(field -> new HiddenField(field.getKey(), field.getValue())).toList();
	}

}
