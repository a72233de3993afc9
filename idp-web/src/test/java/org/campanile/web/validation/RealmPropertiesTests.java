package org.campanile.web.validation;

import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import org.campanile.validation.Realm;

import static org.assertj.core.api.Assertions.assertThat;

class RealmPropertiesTests {

	/**
	 * The log at the start shows this spelling, and administrators copy it from there.
	 */
	@ParameterizedTest
	@EnumSource
	void whenACheckIsSpelledThenTheConfigurationTakesItBack(Realm.Check check) {
		Binder binder = new Binder(new MapConfigurationPropertySource(Map.of("realm.check", check.code())));
		assertThat(binder.bind("realm", RealmProperties.class).get().check()).isEqualTo(check);
		assertThat(check.code()).matches("[a-z]+(-[a-z]+)*");
	}

}
