package org.campanile.web.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.campanile.authn.PasswordChange;
import org.campanile.cas.TicketValidation;
import org.campanile.saml.FaultCode;
import org.campanile.signon.Refusal;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.validation.ValidationService;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.sso.LoginFailure;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code docs/errors.md} must match the code. */
class ErrorDocumentationTests {

	private static final Pattern ROW = Pattern.compile("^\\| `([A-Z_0-9]+)` \\|(.*)\\|(.*)\\|(.*)\\|$");

	@Test
	void whenACodeExistsThenItIsExplainedOnceAndNoOtherIs() throws Exception {
		List<String> documented = rows().map(row -> row.replaceAll(ROW.pattern(), "$1")).toList();
		List<String> codes = Stream.<Enum<?>[]>of(FaultCode.values(), Refusal.values(), LoginFailure.values(),
				PasswordChange.Objection.values(), IncidentReason.values(),
				UnanswerableRequestException.Reason.values(), TicketValidation.Code.values(),
				ValidationService.Why.values(), codes("org.campanile.web.validation.ValidationServlet$Unchecked"),
				codes("org.campanile.web.cas.CasFault$Code"), codes("org.campanile.web.gate.GateController$GateFault"))
			.flatMap(Arrays::stream)
			.map(code -> code instanceof Refusal refusal ? refusal.code() : code.name())
			.distinct()
			.toList();
		assertThat(documented).containsExactlyInAnyOrderElementsOf(codes);
	}

	/** Returns the constants of an enum that is private to its package. */
	private static Enum<?>[] codes(String type) throws ClassNotFoundException {
		return (Enum<?>[]) Class.forName(type).getEnumConstants();
	}

	@Test
	void whenACodeIsExplainedThenWhatWhoAndRemedyAreSaid() throws Exception {
		assertThat(rows()).allSatisfy(row -> assertThat(row.split("\\|")).hasSize(5)
			.allSatisfy(cell -> assertThat(cell.isEmpty() || !cell.isBlank()).isTrue()));
	}

	private static Stream<String> rows() throws Exception {
		return Files.readAllLines(Path.of("../docs/errors.md")).stream().filter(ROW.asMatchPredicate());
	}

}
