package org.campanile.signon;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import org.campanile.seal.Cbor;
import org.campanile.session.SessionKey;
import org.campanile.signon.Approval.Decision;
import org.campanile.signon.Approval.Decisions;
import org.campanile.signon.Approval.Progress;

/**
 * Encodes a request whose user is asked for an {@link Approval}, for transport through
 * the browser: CBOR (RFC 8949) with short keys, to be sealed by the caller. Thread-safe.
 */
public final class ApprovalCodec {

	private final SignOnRequestCodec requests = new SignOnRequestCodec();

	/**
	 * @param q request
	 * @param s session
	 * @param n newLogin
	 * @param d decisions so far
	 * @param a the page that is shown
	 * @param o the number of that form
	 * @param b the id of the browser
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	private record Form(byte[] q, String s, boolean n, List<DecisionForm> d, @Nullable DecisionForm a,
			@Nullable String o, byte[] b) {

		/**
		 * Without these fields there is no request; Jackson reports what is thrown here.
		 */
		Form {
			Objects.requireNonNull(q);
			Objects.requireNonNull(s);
			Objects.requireNonNull(b);
			d = List.copyOf(d);
		}

	}

	private record DecisionForm(String k, String i, String f, String c, Set<String> d) {

		DecisionForm {
			Objects.requireNonNull(k);
			Objects.requireNonNull(i);
			Objects.requireNonNull(f);
			Objects.requireNonNull(c);
			d = Set.copyOf(d);
		}

		static DecisionForm of(Decision decision) {
			return new DecisionForm(decision.kind(), decision.id(), decision.fingerprint(), decision.choice(),
					decision.denied());
		}

		Decision decision() {
			return new Decision(k, i, f, c, d);
		}

	}

	/**
	 * A page that is shown.
	 *
	 * @param page its kind, id and fingerprint
	 * @param number random, so that each form is used once
	 */
	public record Shown(Decision page, String number) {
	}

	/**
	 * A decoded request.
	 *
	 * @param progress how far it has come
	 * @param shown the page that is shown; null in an address
	 * @param browser the id of the browser that was encoded
	 */
	public record Travelling(SignOnRequest request, Progress progress, @Nullable Shown shown, byte[] browser) {
	}

	/** The bytes of a request; a latest decision is left out. */
	public byte[] write(Travelling travelling) {
		Progress progress = travelling.progress();
		Shown shown = travelling.shown();
		return Cbor.write(new Form(requests.write(travelling.request()), progress.session().value(),
				progress.newLogin(), progress.decisions().earlier().stream().map(DecisionForm::of).toList(),
				shown == null ? null : DecisionForm.of(shown.page()), shown == null ? null : shown.number(),
				travelling.browser()));
	}

	/**
	 * Decodes a request.
	 * @return empty if the bytes are of another form, as those of a newer version may be
	 */
	public Optional<Travelling> read(byte[] bytes) {
		return Cbor.read(bytes, Form.class)
			.flatMap(form -> requests.read(form.q())
				.map(read -> new Travelling(read.request(),
						new Progress(new SessionKey(form.s()), form.n(),
								new Decisions(form.d().stream().map(DecisionForm::decision).toList(), null)),
						form.a() == null || form.o() == null ? null : new Shown(form.a().decision(), form.o()),
						form.b())));
	}

}
