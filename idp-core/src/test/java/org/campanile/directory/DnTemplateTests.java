package org.campanile.directory;

import com.unboundid.ldap.sdk.DN;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DnTemplateTests {

	@ParameterizedTest
	@ValueSource(strings = { "alice", "a,ou=admins", "a+cn=b", "a=b", "#61", " a ", "a\\,b", "\"a\"", "a;b", "<a>",
			"a\u0000", "müller", "{user}" })
	void whenValueIsHostileThenItStaysOneValueOfOneRdn(String typed) throws Exception {
		DN dn = new DN(DnTemplate.parse("uid={user},ou=people,dc=example,dc=edu").fill(typed));
		assertThat(dn.getRDNs()).hasSize(4);
		assertThat(dn.getRDNs()[0].getAttributeValues()).containsExactly(typed);
		assertThat(dn.getParentString()).isEqualTo("ou=people,dc=example,dc=edu");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "uid=alice,dc=edu", "nonsense", "{user}=alice" })
	void whenTemplateIsUselessThenItIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> DnTemplate.parse(text)).withMessageNotContaining("null");
	}

}
