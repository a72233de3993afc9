package org.campanile.web.factor.external;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import org.campanile.HomeFolder;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.Tls;
import org.campanile.attribute.UserReader;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.directory.DirectoryEntry;
import org.campanile.factor.external.ExternalMethod;
import org.campanile.http.OutgoingHttp;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests who has the factor with {@code users: attribute}. */
class ExternalConfigurationTests {

	private static final Instant NOW = Instant.parse("2026-11-27T10:00:00Z");

	private static final ExternalProperties PROPERTIES = new ExternalProperties(true, "https://otp.example.edu", "",
			false, null, null, Duration.ofSeconds(5), false, ExternalProperties.Users.ATTRIBUTE, "otp", List.of(),
			Duration.ofMinutes(2));

	/** A step-up reads the entry, which no login may find any more. */
	@Test
	void whenNoEntryIsFoundThenTheUserHasTheFactor() throws Exception {
		assertThat(isReady(principal -> Optional.of(SourceValues.ofTexts(Map.of("otp", List.of("yes")))))).isTrue();
		assertThat(isReady(principal -> Optional.of(SourceValues.NONE))).isFalse();
		assertThat(isReady(principal -> Optional.empty())).isTrue();
	}

	/** Active Directory returns many values in part. */
	@Test
	void whenTheEntryHasOnlyAPartOfTheValuesThenTheUserHasTheFactor() throws Exception {
		DirectoryEntry entry = new DirectoryEntry("uid=alice,dc=edu",
				Map.of("otp", List.of(), "otp;range=0-1499", List.of(new byte[1])));
		assertThat(isReady(principal -> Optional.of(entry))).isTrue();
	}

	private static boolean isReady(UserReader reader) throws Exception {
		AuthenticatedUser user = SessionFixtures.user("alice", NOW).withoutEntry();
		try (OutgoingHttp http = new OutgoingHttp(Tls.context(Optional.empty()));
				ExternalMethod method = new ExternalConfiguration().externalMethod(PROPERTIES, http,
						new HomeFolder(Path.of("")), reader, InstantSource.fixed(NOW))) {
			return method.isReady(user);
		}
	}

}
