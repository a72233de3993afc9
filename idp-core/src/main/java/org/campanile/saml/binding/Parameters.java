package org.campanile.saml.binding;

import java.util.List;
import java.util.Map;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.jspecify.annotations.Nullable;

/** Reads the decoded parameters of a query or of a form. */
public final class Parameters {

	private Parameters() {
	}

	/**
	 * Returns the value of a parameter that may occur once.
	 * @return null if it is absent or empty
	 * @throws SamlFault {@link FaultCode#MESSAGE_UNDECODABLE} if it occurs more than once
	 */
	public static @Nullable String single(Map<String, List<String>> parameters, String name) throws SamlFault {
		List<String> values = parameters.getOrDefault(name, List.of());
		if (values.size() > 1) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, name + " comes " + values.size() + " times");
		}
		return values.isEmpty() || values.getFirst().isEmpty() ? null : values.getFirst();
	}

}
