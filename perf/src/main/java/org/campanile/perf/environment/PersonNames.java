package org.campanile.perf.environment;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/** The names that generated people are given, some of them with letters beyond ASCII. */
final class PersonNames {

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

	private static final List<String> FAMILY = List.of("""
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
			""".strip().split("\\s+"));

	private PersonNames() {
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
		return Normalizer.normalize(letters, Normalizer.Form.NFD).replaceAll("[^A-Za-z]", "").toLowerCase(Locale.ROOT);
	}

}
