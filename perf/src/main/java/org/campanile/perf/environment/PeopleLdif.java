package org.campanile.perf.environment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldif.LDIFWriter;
import org.campanile.perf.load.Population;
import org.springframework.core.io.ClassPathResource;

/**
 * Generates the whole directory: base, organizational units, the service account and the
 * people, whose entries depend on population and number alone. LDIF is streamed, so that
 * a million people take no memory.
 */
public final class PeopleLdif {

	private static final String SCHEMA = "eduperson.schema";

	private static final int SALT_LENGTH = 8;

	private static final List<List<String>> AFFILIATIONS = List.of(List.of("student", "member"),
			List.of("student", "member"), List.of("student", "member"), List.of("student", "member"),
			List.of("student", "member", "employee"), List.of("faculty", "employee", "member"),
			List.of("staff", "employee", "member"), List.of("alum"));

	private static final List<String> TOWNS = List.of("Ashford", "Brookdale", "Clifton", "Fairview", "Greenville",
			"Kingsbury", "Lakewood", "Milford", "Oakland", "Riverside");

	private PeopleLdif() {
	}

	/** Writes the directory to a file, which is replaced. */
	public static void write(Population people, Path file) throws IOException {
		try (OutputStream out = Files.newOutputStream(file)) {
			write(people, out);
		}
	}

	/** Writes the directory; the stream stays open. */
	// The writer is not closed, as that would close the stream.
	@SuppressWarnings("resource")
	public static void write(Population people, OutputStream out) throws IOException {
		LDIFWriter writer = new LDIFWriter(out);
		for (Entry entry : frame()) {
			writer.writeEntry(entry);
		}
		for (int number = 0; number < people.size(); number++) {
			writer.writeEntry(user(people, number));
		}
		writer.flush();
	}

	/**
	 * Writes the part of the eduPerson schema that the people use to a file, which is
	 * replaced; in the form that {@code slapd.conf(5)} includes.
	 */
	public static void writeSchema(Path file) throws IOException {
		Files.writeString(file, eduPersonSchema());
	}

	static String eduPersonSchema() throws IOException {
		return new ClassPathResource(SCHEMA, PeopleLdif.class).getContentAsString(StandardCharsets.UTF_8);
	}

	/** Returns the entries other than people, parents first. */
	static List<Entry> frame() {
		List<Entry> entries = new ArrayList<>();
		Entry base = new Entry(Campus.BASE_DN);
		base.addAttribute("objectClass", "organization", "dcObject");
		base.addAttribute("dc", "example");
		base.addAttribute("o", "Example University");
		entries.add(base);
		entries.add(unit("services"));
		Campus.UNITS.forEach(unit -> entries.add(unit(unit)));
		Entry service = new Entry(Campus.SERVICE_DN);
		service.addAttribute("objectClass", "applicationProcess", "simpleSecurityObject");
		service.addAttribute("cn", "campanile");
		service.addAttribute("userPassword", Campus.SERVICE_PASSWORD);
		entries.add(service);
		return entries;
	}

	private static Entry unit(String name) {
		Entry unit = new Entry("ou=" + name + "," + Campus.BASE_DN);
		unit.addAttribute("objectClass", "organizationalUnit");
		unit.addAttribute("ou", name);
		unit.addAttribute("description", "People of " + name);
		return unit;
	}

	/** Returns the entry of one of the people. */
	static Entry user(Population people, int number) {
		long bits = mixed(people.seed() * 0x9E3779B97F4A7C15L + number);
		String uid = people.username(number);
		String given = UserNames.given(bits);
		String family = UserNames.family(bits >>> 16);
		List<String> affiliations = AFFILIATIONS.get((int) (bits >>> 32 & 7));
		String unit = Campus.UNITS.get(number % Campus.UNITS.size());
		Entry user = new Entry("uid=" + uid + ",ou=" + unit + "," + Campus.BASE_DN);
		user.addAttribute("objectClass", "inetOrgPerson", "eduPerson");
		user.addAttribute("uid", uid);
		user.addAttribute("cn", given + " " + family);
		user.addAttribute("sn", family);
		user.addAttribute("givenName", given);
		user.addAttribute("displayName", given + " " + family);
		user.addAttribute("mail",
				UserNames.plain(given) + "." + UserNames.plain(family) + "." + number + "@" + Campus.SCOPE);
		user.addAttribute("telephoneNumber", String.format("+1 555 %03d %04d", number / 10_000, number % 10_000));
		user.addAttribute("ou", unit);
		user.addAttribute("employeeNumber", Integer.toString(1_000_000 + number));
		user.addAttribute("departmentNumber", Long.toString(100 + (bits >>> 36 & 63)));
		user.addAttribute("roomNumber", (char) ('A' + (bits >>> 42 & 15)) + "." + (100 + (bits >>> 46 & 255)));
		user.addAttribute("l", TOWNS.get((int) Math.floorMod(bits >>> 50, (long) TOWNS.size())));
		user.addAttribute("preferredLanguage", (bits >>> 54 & 3) == 0 ? "es" : "en");
		user.addAttribute("eduPersonPrincipalName", uid + "@" + Campus.SCOPE);
		user.addAttribute("eduPersonPrimaryAffiliation", affiliations.getFirst());
		user.addAttribute("eduPersonAffiliation", affiliations);
		user.addAttribute("eduPersonScopedAffiliation",
				affiliations.stream().map(value -> value + "@" + Campus.SCOPE).toList());
		user.addAttribute("eduPersonEntitlement", "urn:mace:dir:entitlement:common-lib-terms");
		user.addAttribute("userPassword", hashed(people.password(number), mixed(bits)));
		return user;
	}

	/**
	 * Hashes a password by salted SHA-1: directories have accepted it for decades, and it
	 * is cheap, so that the sign-on is measured and not the choice of a slow hash.
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

	/** Mixes bits so that neighbours become unlike (the finalizer of SplitMix64). */
	private static long mixed(long value) {
		long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
		mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
		return mixed ^ mixed >>> 31;
	}

	/** The names of generated people, some with letters beyond ASCII. */
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

		/** Returns a name as it appears in a mail address, in letters of ASCII alone. */
		static String plain(String name) {
			String letters = name.replace("ß", "ss").replace("ı", "i").replace("Ł", "L").replace("ł", "l");
			return Normalizer.normalize(letters, Normalizer.Form.NFD)
				.replaceAll("[^A-Za-z]", "")
				.toLowerCase(Locale.ROOT);
		}

	}

}
