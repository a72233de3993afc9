package org.campanile.attribute;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.attribute.AttributeSettings.EntrySource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ResolutionPlanTests {

	@Test
	void whenDefinitionsReadEachOtherThenTheCircleIsNamed() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> plan(false, new SimpleDefinition("a", "b"), new TemplateDefinition("b", "{x} {c}"),
					new SimpleDefinition("c", "a")))
			.withMessage("definitions read each other in a circle: a <- b <- c <- a");
	}

	@Test
	void whenPlannedThenEachComesAfterWhatItReads() {
		ResolutionPlan plan = plan(false, new SimpleDefinition("a", "b"), new SimpleDefinition("b", "c"),
				new SimpleDefinition("c", "x"));
		assertThat(plan.order()).extracting(AttributeDefinition::id).containsExactly("principal", "c", "b", "a");
		assertThat(plan.ids()).containsExactly("principal", "a", "b", "c");
	}

	@Test
	void whenPlannedThenSourcesAreThoseNoDefinitionMakes() {
		ResolutionPlan plan = plan(false, new ScopedDefinition("eppn", "uid", "example.edu"),
				new TemplateDefinition("name", "{givenName} {sn}"), new SimpleDefinition("copy", "eppn"),
				new BinaryDefinition("guid", "objectGUID"), StaticDefinition.ofTexts("fixed", List.of("x")),
				new SimpleDefinition("mail", "mail"));
		assertThat(plan.sourceAttributes(id -> true)).containsExactlyInAnyOrder("uid", "givenName", "sn", "objectGUID",
				"mail");
	}

	@Test
	void whenBuiltInsAreResolvedThenNeitherSecretsNorPicturesAreRead() {
		assertThat(plan(true).sourceAttributes(id -> true))
			.contains("uid", "mail", "eduPersonPrincipalName", "schacGender")
			.doesNotContain("userPassword", "userPKCS12", "jpegPhoto", "userCertificate", "pairwise-id", "subject-id");
	}

	@Test
	void whenADefinitionHasABuiltInIdThenItTakesItsPlace() {
		ResolutionPlan plan = plan(true, new SimpleDefinition("mail", "x-mail"));
		assertThat(plan.sourceAttributes(id -> true)).contains("x-mail").doesNotContain("mail");
	}

	private static ResolutionPlan plan(boolean builtIn, AttributeDefinition... definitions) {
		return new ResolutionPlan(new AttributeSettings(List.of(definitions), builtIn, List.of("example.edu"), Map.of(),
				EntrySource.LOGIN, Optional.empty(), Map.of()));
	}

}
