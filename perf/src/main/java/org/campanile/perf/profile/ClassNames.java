package org.campanile.perf.profile;

/** Names of classes as the virtual machine writes them. */
final class ClassNames {

	private ClassNames() {
	}

	/** As in Java: {@code [B} is {@code byte[]}, {@code [Ljava.lang.String;} an array. */
	static String readable(String name) {
		int dimensions = 0;
		while (dimensions < name.length() && name.charAt(dimensions) == '[') {
			dimensions++;
		}
		if (dimensions == 0) {
			return name.replace('/', '.');
		}
		String element = name.substring(dimensions);
		String type = switch (element) {
			case "B" -> "byte";
			case "C" -> "char";
			case "D" -> "double";
			case "F" -> "float";
			case "I" -> "int";
			case "J" -> "long";
			case "S" -> "short";
			case "Z" -> "boolean";
			default -> element.startsWith("L") && element.endsWith(";")
					? element.substring(1, element.length() - 1).replace('/', '.') : element;
		};
		return type + "[]".repeat(dimensions);
	}

}
