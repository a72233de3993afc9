package org.campanile.directory;

import java.util.Map;

import com.unboundid.ldap.sdk.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FilterTemplateTests {

	@ParameterizedTest
	@ValueSource(strings = { "*", "alice*", ")(uid=*", "a)(|(uid=*", "\\2a", "\\00", "a\\", "(", "&", "\u0000",
			"{user}", "{login}", "ä", "$1" })
	void whenValueIsHostileThenItIsOneAssertionValue(String typed) {
		FilterTemplate template = FilterTemplate.parse("(&(objectClass=person)(|(uid={user})(mail={user})))");
		Filter filter = template.fill(Map.of(FilterTemplate.USER, typed));
		assertThat(filter.getFilterType()).isEqualTo(Filter.FILTER_TYPE_AND);
		Filter either = filter.getComponents()[1];
		assertThat(either.getComponents()).hasSize(2).allSatisfy(part -> {
			assertThat(part.getFilterType()).isEqualTo(Filter.FILTER_TYPE_EQUALITY);
			assertThat(part.getAssertionValue()).isEqualTo(typed);
		});
	}

	@Test
	void whenPlaceholderIsInsideAValueThenTheRestStays() {
		Filter filter = FilterTemplate.parse("(userPrincipalName={user}@example.edu)")
			.fill(Map.of(FilterTemplate.USER, "alice"));
		assertThat(filter).hasToString("(userPrincipalName=alice@example.edu)");
	}

	@Test
	void whenFilterIsNestedOrExtensibleThenItIsFilled() {
		Filter filter = FilterTemplate.parse("(&(!(uid={user}))(uid:caseExactMatch:={user})(uid~={user}))")
			.fill(Map.of(FilterTemplate.USER, "alice"));
		assertThat(filter).hasToString("(&(!(uid=alice))(uid:caseExactMatch:=alice)(uid~=alice))");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "uid", "(uid={user}", "(uid=alice)", "(uid=*)", "({user}=alice)", "(uid={user}*)" })
	void whenTemplateIsUselessThenItIsRefusedWithTheReason(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> FilterTemplate.parse(text))
			.withMessageContaining("'" + text + "'")
			.withMessageNotContaining("null");
	}

}
