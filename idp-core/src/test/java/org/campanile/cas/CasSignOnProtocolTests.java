package org.campanile.cas;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.campanile.attribute.AttributeValue;
import org.campanile.release.ReleasedAttribute;
import org.campanile.release.ReleasedAttributes;
import org.campanile.service.DisplayInfo;

import static org.assertj.core.api.Assertions.assertThat;

class CasSignOnProtocolTests {

	@Test
	void whenAttributesHaveOneNameThenTheirValuesAreMergedInOrderAndOnce() {
		ReleasedAttributes released = new ReleasedAttributes(
				List.of(attribute("eduPersonAffiliation", "staff", "member"), attribute("mail", "alice@example.edu"),
						attribute("isMemberOf", "wiki", "staff"), attribute("groups", "chess")));
		CasService service = service(Map.of("eduPersonAffiliation", "groups", "isMemberOf", "groups"));

		assertThat(CasSignOnProtocol.named(service, released)).containsExactly(
				Map.entry("groups", List.of("staff", "member", "wiki", "chess")),
				Map.entry("mail", List.of("alice@example.edu")));
	}

	private static ReleasedAttribute attribute(String id, String... values) {
		return new ReleasedAttribute(id, Stream.of(values).<AttributeValue>map(AttributeValue.Text::new).toList());
	}

	private static CasService service(Map<String, String> attributeNames) {
		ServiceUrl url = ServiceUrl.of("https://app.example.org/").orElseThrow();
		return new CasService("app", new ServiceUrlPattern.Prefix(url), 0, DisplayInfo.NONE, Map.of(), true, Set.of(),
				Set.of(), null, attributeNames, new CasService.Logout(CasService.Logout.Channel.BACK, null),
				CasService.Proxying.NONE, null);
	}

}
