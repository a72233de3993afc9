package org.campanile.perf.peer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.campanile.perf.peer.SimpleSamlConfiguration.Php;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PhpTests {

	@ParameterizedTest
	@CsvSource(quoteCharacter = '"', textBlock = """
			plain,       'plain'
			it's,        'it\\'s'
			a\\b,        'a\\\\b'
			a\\',        'a\\\\\\''
			$x {$y} \\n, '$x {$y} \\\\n'
			<?php ?>,    '<?php ?>'
			""")
	void whenTextIsWrittenThenPhpReadsTheSame(String text, String literal) {
		assertThat(Php.literal(text)).isEqualTo(literal);
	}

	@Test
	void whenValuesNestThenArraysDo() {
		Map<Object, Object> source = new LinkedHashMap<>();
		source.put(0, "ldap:LDAP");
		source.put("search.enable", true);
		source.put("timeout", 5);
		source.put("attributes", List.of("uid", "mail"));

		assertThat(Php.file(Map.of("config", source))).isEqualTo("""
				<?php
				$config = [
				    0 => 'ldap:LDAP',
				    'search.enable' => true,
				    'timeout' => 5,
				    'attributes' => [
				        'uid',
				        'mail',
				    ],
				];
				""");
	}

	@Test
	void whenAValueHasNoFormInPhpThenItIsRefused() {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> Php.literal(1.5))
			.withMessageContaining("Double");
	}

}
