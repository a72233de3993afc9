package org.campanile.web.config;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import org.campanile.web.config.PropertyCatalogue.Key;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** All configuration keys as a tree; detects unknown keys and suggests similar ones. */
final class KeyTree {

	/** The type of a key below which any name is allowed. */
	static final String MAP = "map";

	/** The type of a list whose members have unknown keys. */
	static final String GROUPS = "groups";

	private static final String ANY_INDEX = "[*]";

	private static final String ANY_NAME = "*";

	private final String label;

	private final Lookup lookup;

	private final Map<String, KeyTree> named = new LinkedHashMap<>();

	private @Nullable KeyTree anyName;

	private @Nullable KeyTree anyIndex;

	private boolean list;

	private @Nullable String open;

	private KeyTree(String label, Lookup lookup) {
		this.label = label;
		this.lookup = lookup;
	}

	/**
	 * Shared by all nodes of the tree.
	 *
	 * @param names all keys
	 * @param remedy for a key that resembles none
	 */
	private record Lookup(List<String> names, String remedy) {
	}

	/**
	 * @param remedy what to do about a key that resembles none of these
	 */
	static KeyTree of(Collection<Key> keys, String remedy) {
		KeyTree root = new KeyTree("", new Lookup(keys.stream().map(Key::name).toList(), remedy));
		keys.forEach(root::add);
		return root;
	}

	private void add(Key key) {
		KeyTree node = this;
		for (String part : key.name().replace(ANY_INDEX, "." + ANY_INDEX).split("\\.")) {
			node = node.child(part);
		}
		node.list = key.type().startsWith("list of ");
		node.open = MAP.equals(key.type()) || GROUPS.equals(key.type()) ? key.type() : null;
	}

	private KeyTree child(String part) {
		return switch (part) {
			case ANY_INDEX -> anyIndex = anyIndex == null ? new KeyTree(part, lookup) : anyIndex;
			case ANY_NAME -> anyName = anyName == null ? new KeyTree(part, lookup) : anyName;
			default -> named.computeIfAbsent(uniform(part), name -> new KeyTree(part, lookup));
		};
	}

	private static String uniform(String part) {
		return ConfigurationPropertyName.of(part).getElement(0, Form.UNIFORM);
	}

	private boolean isValue() {
		return named.isEmpty() && anyName == null && anyIndex == null;
	}

	/**
	 * Whether an environment variable made of these parts, in lower case, names a
	 * setting. Dashes and new levels cannot be distinguished.
	 */
	boolean knows(List<String> parts) {
		KeyTree top = named.get("campanile");
		return top != null && top.leadsToValue(parts);
	}

	private boolean leadsToValue(List<String> parts) {
		if (isValue()) {
			return parts.isEmpty() || list && parts.size() == 1 && isIndex(parts.getFirst());
		}
		for (int end = 1; end <= parts.size(); end++) {
			KeyTree known = named.get(String.join("", parts.subList(0, end)));
			KeyTree next = known == null ? anyName : known;
			if (next != null && next.leadsToValue(parts.subList(end, parts.size()))) {
				return true;
			}
		}
		return anyIndex != null && !parts.isEmpty() && isIndex(parts.getFirst())
				&& anyIndex.leadsToValue(parts.subList(1, parts.size()));
	}

	private static boolean isIndex(String part) {
		return part.matches("[0-9]{1,9}");
	}

	/** Whether such parts begin with a group of settings. */
	boolean isBelowGroup(List<String> parts) {
		KeyTree top = named.get("campanile");
		return top != null && IntStream.rangeClosed(1, parts.size())
			.mapToObj(end -> top.named.get(String.join("", parts.subList(0, end))))
			.anyMatch(group -> group != null && !group.isValue());
	}

	/**
	 * The fault of a key, with the remedy.
	 * @param empty whether it has no value, like an empty list
	 */
	Optional<String> fault(ConfigurationPropertyName name, boolean empty) {
		KeyTree node = this;
		for (int at = 0; at < name.getNumberOfElements(); at++) {
			if (node.open != null) {
				return Optional.empty();
			}
			Optional<KeyTree> next = node.step(name, at);
			if (next.isEmpty()) {
				return node.isText(name, at) ? Optional.empty() : Optional.of(node.unknown(name, at));
			}
			node = next.get();
		}
		if (MAP.equals(node.open) && !empty) {
			return Optional.of("takes no value but names below it; write " + name + ".NAME");
		}
		return node.named.isEmpty() || empty ? Optional.empty()
				: Optional.of("is a group of settings and takes no value; set keys of it, such as " + name + "."
						+ node.named.values().iterator().next().label);
	}

	/** Whether a key belongs to a list of plain values, whose members are below it. */
	private boolean isText(ConfigurationPropertyName name, int at) {
		return isValue() && list && name.isNumericIndex(at) && at == name.getNumberOfElements() - 1;
	}

	private Optional<KeyTree> step(ConfigurationPropertyName name, int at) {
		if (name.isNumericIndex(at)) {
			return Optional.ofNullable(anyIndex);
		}
		KeyTree known = named.get(name.getElement(at, Form.UNIFORM));
		return Optional.ofNullable(known == null ? anyName : known);
	}

	private String unknown(ConfigurationPropertyName name, int at) {
		ConfigurationPropertyName here = name.chop(at);
		if (isValue()) {
			return list ? "is not a list of plain values; write " + here + ": [one, two]"
					: "is unknown, for " + here + " takes one plain value; remove what is below it";
		}
		if (name.isNumericIndex(at)) {
			return "is unknown, for " + here + " is not a list; write its keys without a dash before them";
		}
		if (named.isEmpty()) {
			return "is unknown, for " + here + " is a list; put a dash before each member";
		}
		String wrong = name.getElement(at, Form.DASHED);
		List<String> labels = named.values().stream().map(node -> node.label).toList();
		String rest = name.toString().substring(name.chop(at + 1).toString().length());
		return "unknown key; " + ConfiguredNames.closest(wrong, labels)
			.map(meant -> "did you mean " + (here.isEmpty() ? "" : here + ".") + meant + rest + "?")
			.or(() -> elsewhere(wrong).map(meant -> "did you mean " + meant + "?"))
			.orElse(lookup.remedy());
	}

	/** Suggests the place of a key whose name is right. */
	private Optional<String> elsewhere(String wrong) {
		List<String> found = lookup.names().stream().filter(name -> name.endsWith("." + wrong)).toList();
		return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
	}

}
