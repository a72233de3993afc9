package org.campanile.perf.environment;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.campanile.perf.load.Population;

/**
 * One of the generated people. All of it follows from population and number alone.
 *
 * @param number in the population
 * @param uid the login name
 * @param unit which of {@link Campus#UNITS}
 * @param attributes as the directory holds them, without {@code userPassword}; values by
 * name, in the order of the entry
 * @param hashedPassword as {@code userPassword} holds it
 */
public record DirectoryUser(int number, String uid, String unit, Map<String, List<String>> attributes,
		String hashedPassword) {

	private static final int SALT_LENGTH = 8;

	private static final List<List<String>> AFFILIATIONS = List.of(List.of("student", "member"),
			List.of("student", "member"), List.of("student", "member"), List.of("student", "member"),
			List.of("student", "member", "employee"), List.of("faculty", "employee", "member"),
			List.of("staff", "employee", "member"), List.of("alum"));

	private static final List<String> TOWNS = List.of("Ashford", "Brookdale", "Clifton", "Fairview", "Greenville",
			"Kingsbury", "Lakewood", "Milford", "Oakland", "Riverside");

	/** Makes one of the people. */
	public static DirectoryUser of(Population people, int number) {
		long bits = mixed(people.seed() * 0x9E3779B97F4A7C15L + number);
		String uid = people.username(number);
		String given = UserNames.given(bits);
		String family = UserNames.family(bits >>> 16);
		List<String> affiliations = AFFILIATIONS.get((int) (bits >>> 32 & 7));
		String unit = Campus.UNITS.get(number % Campus.UNITS.size());
		Map<String, List<String>> attributes = new LinkedHashMap<>();
		attributes.put("objectClass", List.of("inetOrgPerson", "eduPerson"));
		attributes.put("uid", List.of(uid));
		attributes.put("cn", List.of(given + " " + family));
		attributes.put("sn", List.of(family));
		attributes.put("givenName", List.of(given));
		attributes.put("displayName", List.of(given + " " + family));
		attributes.put("mail",
				List.of(UserNames.plain(given) + "." + UserNames.plain(family) + "." + number + "@" + Campus.SCOPE));
		attributes.put("telephoneNumber", List.of(String.format("+1 555 %03d %04d", number / 10_000, number % 10_000)));
		attributes.put("ou", List.of(unit));
		attributes.put("employeeNumber", List.of(Integer.toString(1_000_000 + number)));
		attributes.put("departmentNumber", List.of(Long.toString(100 + (bits >>> 36 & 63))));
		attributes.put("roomNumber", List.of((char) ('A' + (bits >>> 42 & 15)) + "." + (100 + (bits >>> 46 & 255))));
		attributes.put("l", List.of(TOWNS.get((int) Math.floorMod(bits >>> 50, (long) TOWNS.size()))));
		attributes.put("preferredLanguage", List.of((bits >>> 54 & 3) == 0 ? "es" : "en"));
		attributes.put("eduPersonPrincipalName", List.of(uid + "@" + Campus.SCOPE));
		attributes.put("eduPersonPrimaryAffiliation", List.of(affiliations.getFirst()));
		attributes.put("eduPersonAffiliation", affiliations);
		attributes.put("eduPersonScopedAffiliation", scoped(affiliations));
		attributes.put("eduPersonEntitlement", List.of("urn:mace:dir:entitlement:common-lib-terms"));
		return new DirectoryUser(number, uid, unit, attributes, hashed(people.password(number), mixed(bits)));
	}

	/** Its distinguished name. */
	public String dn() {
		return "uid=" + uid + ",ou=" + unit + "," + Campus.BASE_DN;
	}

	private static List<String> scoped(List<String> values) {
		List<String> scoped = new ArrayList<>();
		values.forEach(value -> scoped.add(value + "@" + Campus.SCOPE));
		return scoped;
	}

	/**
	 * Salted SHA-1: what directories have accepted for decades, and cheap, so that what
	 * is measured is the sign-on and not the choice of a slow hash.
	 */
	private static String hashed(String password, long salt) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-1");
			byte[] salted = new byte[digest.getDigestLength() + SALT_LENGTH];
			for (int i = 0; i < SALT_LENGTH; i++) {
				salted[digest.getDigestLength() + i] = (byte) (salt >>> 8 * i);
			}
			digest.update(password.getBytes(StandardCharsets.UTF_8));
			digest.update(salted, digest.getDigestLength(), SALT_LENGTH);
			System.arraycopy(digest.digest(), 0, salted, 0, digest.getDigestLength());
			return "{SSHA}" + Base64.getEncoder().encodeToString(salted);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("every Java has SHA-1", ex);
		}
	}

	/** Neighbours become unlike (the finalizer of SplitMix64). */
	private static long mixed(long value) {
		long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
		mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
		return mixed ^ mixed >>> 31;
	}

	/**
	 * The names that generated people are given, some of them with letters beyond ASCII.
	 */
	static final class UserNames {

		private static final List<String> GIVEN = List.of("""
				Aaliyah Aaron Abigail Adam Adriana Agnes Ahmed Aisha Akira Alan Alba Albert Alejandro Alice Alma Amara
				Amelia Amir Ana Anders André Angela Anja Anton Arthur Åsa Astrid Aurélie Beatriz Benjamin Bianca Björn
				Boris Brenda Bruno Camila Carlos Caroline Cecilia Chen Chloé Christopher Clara Clément Cristina Cyrus
				Daniel Daria David Deborah Diego Dimitri Dolores Dorothy Eduardo Elena Élise Elizabeth Emma Enrique Eric
				Esther Ethan Eva Fabian Farah Fatima Felix Fiona Florian François Freya Gabriel George Gerda Giulia
				Gloria Grace Gustav Hana Hannah Harold Hassan Heidi Helen Henrik Hiroshi Hugo Ibrahim Ida Ines Ingrid
				Irene Isaac Isabel Ivan Jack Jacqueline Jakub James Jana Jasmine Javier Joan João Johanna José Judith
				Julia Jürgen Kamal Karin Katarzyna Keiko Kenneth Kevin Klára Kofi Laila Lars Laura Leila Leo Leticia
				Lin Linda Lorenzo Louis Lucía Łukasz Maja Manuel Marcus Margaret María Mario Marta Matteo Mei Michael
				Miguel Mila Mohammed Mona Nadia Naomi Natalie Niamh Nicolas Nina Noah Noor Nora Olga Oliver Omar Oscar
				Pablo Patricia Paul Pedro Peter Petra Priya Quentin Rachel Rafael Ravi Rebecca René Richard Rita Robert
				Rosa Ruth Ryan Said Samuel Sandra Sara Sebastián Selma Simon Sofía Sören Stella Susan Sven Tamara Teresa
				Thomas Tomás Ursula Valentina Vera Victor Vincent Wanda Wei William Xavier Yasmin Yuki Yusuf Zara Zoë
				""".strip().split("\\s+"));

		private static final List<String> FAMILY = List
			.of("""
					Abbott Abdi Aguilar Ahlberg Akintola Almeida Álvarez Andersen Archer Aydın Bailey Baker Banerjee Barnes
					Bauer Becker Bennett Berg Bianchi Blanc Bowman Brooks Brown Bui Campbell Carter Castillo Chandra Chapman
					Chen Choi Christensen Clarke Cohen Collins Cooper Cruz Čech Dahl Das Davies Delgado Díaz Diop Dubois
					Duncan Edwards Ek Eriksson Estrada Evans Farouk Ferrari Fischer Fleming Flores Fontaine Foster Fuchs
					García Gibson Girard Goldberg Gómez González Graham Green Grünwald Gupta Gutiérrez Haas Hall Hansen
					Harris Hartmann Hasegawa Hernández Herrera Hill Hoffmann Holm Horváth Howard Huang Hughes Hussein
					Ibarra Ivanov Jackson Jansen Jensen Jiménez Johnson Jones Kaplan Karlsson Kaur Keller Kelly Khan Kim
					King Klein Koch Kovács Kowalski Krause Kumar Lambert Larsen Laurent Lee Lefèvre Lehmann Lewis Li Lindqvist
					López Lorenz Lund MacDonald Maier Malik Martin Martínez Mbeki Medina Meier Mendoza Meyer Miller Mitchell
					Mohamed Molina Moore Morales Moreau Morgan Moser Müller Murphy Murray Nakamura Navarro Nguyen Nielsen
					Novák Núñez O'Brien Oduya Okafor Olsen Ortiz Osei Owens Park Parker Patel Pedersen Peña Pereira Pérez
					Peters Petrov Phillips Popescu Powell Price Quinn Ramírez Rasmussen Reed Reyes Richter Rivera Roberts
					Robinson Rodríguez Rojas Romero Rossi Roux Ruiz Russo Ryan Sánchez Sandberg Santos Sato Schäfer Schmidt
					Schneider Scott Sharma Silva Simon Singh Smith Söderberg Sokolov Soto Stewart Suzuki Tanaka Taylor Thiel
					Thompson Torres Tran Turner Ueda Vargas Vázquez Vega Vogel Wagner Walker Wang Ward Watson Weber Weiß
					White Williams Wilson Wójcik Wolf Wong Wright Yamamoto Yılmaz Young Zhang Zhao Ziegler Zimmermann
					"""
				.strip()
				.split("\\s+"));

		private UserNames() {
		}

		static String given(long choice) {
			return GIVEN.get((int) Math.floorMod(choice, (long) GIVEN.size()));
		}

		static String family(long choice) {
			return FAMILY.get((int) Math.floorMod(choice, (long) FAMILY.size()));
		}

		/** As it stands in a mail address: letters of ASCII alone. */
		static String plain(String name) {
			String letters = name.replace("ß", "ss").replace("ı", "i").replace("Ł", "L").replace("ł", "l");
			return Normalizer.normalize(letters, Normalizer.Form.NFD)
				.replaceAll("[^A-Za-z]", "")
				.toLowerCase(Locale.ROOT);
		}

	}

}
