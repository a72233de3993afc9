package org.campanile.perf.report.document;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.campanile.perf.report.document.Block.Fold;
import org.campanile.perf.report.document.Block.Link;
import org.campanile.perf.report.document.Block.Links;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;
import org.campanile.perf.report.document.Document.Section;
import org.campanile.perf.report.document.Table.Row;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DocumentTests {

	@Test
	void whenARowIsShortThenItIsFilledAndWhenItIsLongItIsCut() {
		Table table = Table.measured("t", "c", List.of("1", "2"),
				List.of(new Row("a", List.of("x")), new Row("b", List.of("x", "y", "z"))));

		assertThat(table.groups().getFirst().rows()).extracting(Row::cells)
			.containsExactly(List.of("x", "–"), List.of("x", "y"));
	}

	@Test
	void whenATableIsWrittenAsMarkdownThenFiguresAreFlushRight() {
		Document document = document(Table.measured("Latency | 90 %", "step", List.of("ms", "what"),
				List.of(new Row("25", List.of("1,234.5 (1,200.0–1,300.0)", "a | b")), new Row("50", List.of()))));

		assertThat(MarkdownReport.render(document)).contains("""
				**Latency \\| 90 %**

				| step | ms | what |
				| --- | ---: | --- |
				| 25 | 1,234.5 (1,200.0–1,300.0) | a \\| b |
				| 50 | – | – |
				""");
	}

	@Test
	void whenThereIsNoChartThenNoLibraryIsCarried() {
		assertThat(HtmlReport.render(document(Note.plain("text")))).doesNotContain("<script");
		assertThat(HtmlReport.render(document(chart(1, 2)))).contains("Chart.js v");
	}

	@Test
	void whenAChartHasNothingToDrawThenItIsLeftOut() {
		assertThat(HtmlReport.render(document(chart(Double.NaN)))).doesNotContain("<canvas");
	}

	@Test
	void whenAChartIsAPictureThenItIsDrawnWithItsTextAndGaps() {
		String svg = SvgChart.render(chart(5, Double.NaN, 7));
		assertThat(svg).startsWith("<svg xmlns=").endsWith("</svg>\n").contains("<desc>");
		assertThat(Pattern.compile("<circle").matcher(svg).results().count()).isEqualTo(2);
		assertThat(Pattern.compile("d=\"M[0-9. ]+M[0-9. ]+\"").matcher(svg).find()).isTrue();
	}

	@Test
	void whenFiguresAreSmallThenEachLineOfTheGridHasANumberOfItsOwn() {
		String svg = SvgChart.render(chart(0.004, 0.01));
		assertThat(svg).contains(">0.002<", ">0.004<", ">0.006<", ">0.008<", ">0.010<").doesNotContain(">0.00<");
	}

	@Test
	void whenBarsAreStackedThenEachStandsOnTheOneBelow() {
		Chart chart = new Chart("t <1>", Shape.STACKED_BARS, "", "ms", List.of("a", "b"),
				List.of(Series.of("one", 2, place -> 1), Series.of("two", 2, place -> 3)));
		String svg = SvgChart.render(chart);
		assertThat(svg).contains("t &lt;1&gt;").doesNotContain("<1>");
		assertThat(Pattern.compile("<rect x=").matcher(svg).results().count()).isEqualTo(4);
		// A value of four has the full height of the plot, one has a quarter of it.
		assertThat(svg).contains("y=\"250.0\"", "height=\"70.0\"", "y=\"40.0\"", "height=\"210.0\"");
	}

	@Test
	void whenADocumentHasPicturesThenMarkdownNamesTheirFiles() {
		MarkdownReport.Pictured pictured = MarkdownReport.renderWithPictures(
				document(new Block.Beside(
						List.of(chart(1, 2), new Links("Files", List.of(new Link("one", "one.html")))))),
				"2026-01-02-0123abcd");
		assertThat(pictured.pictures()).hasSize(1);
		String name = pictured.pictures().keySet().iterator().next();
		assertThat(name).matches("01-[a-z0-9-]+\\.svg");
		assertThat(pictured.text()).contains("](<2026-01-02-0123abcd/" + name + ">)").doesNotContain("one.html");
	}

	@Test
	void whenAPointIsMissingThenTheLineHasAGap() {
		assertThat(HtmlReport.render(document(chart(5, Double.NaN, 7)))).contains("[[0.0,5.0],[1.0,null],[2.0,7.0]]");
	}

	@Test
	void whenSeriesAreManyThenNoTwoLookTheSame() {
		Chart chart = new Chart("t", Shape.LINE, "", "", List.of(),
				IntStream.range(0, 40).mapToObj(index -> new Series("s" + index, List.of(new Point(0, 1)))).toList());

		String html = HtmlReport.render(document(chart));

		assertThat(styles(html, "\"colour\":(\\d),\"dash\":(\\[[^]]*])")).hasSize(40).doesNotHaveDuplicates();
		assertThat(styles(html, "\"colour\":(\\d),\"dash\":\\[[^]]*],\"mark\":(\"\\w+\")")).hasSize(40)
			.doesNotHaveDuplicates();
	}

	@Test
	void whenFiguresHaveARangeThenItMayStandInALineOfItsOwn() {
		Table table = Table.measured("t", "c", List.of("1", "2"),
				List.of(new Row("a", List.of("1.5 (1.2–1.9)", "2.0 MB")), new Row("b", List.of("1.5", "–"))));

		assertThat(HtmlReport.render(document(table))).contains(
				"<td class=\"n range\">1.5 <span>(1.2–1.9)</span></td><td class=\"n\">2.0 MB</td>",
				"<td class=\"n\">1.5</td><td class=\"n\">–</td>");
	}

	@Test
	void whenARowIsWideThenItIsSetCloser() {
		List<String> columns = IntStream.range(0, 10).mapToObj(Integer::toString).toList();

		assertThat(HtmlReport.render(document(Table.measured("t", "c", columns,
				List.of(new Row("a", columns.stream().map(any -> "123.4 (120.1–130.2)").toList()))))))
			.contains("<figure class=\"table dense\">");
		assertThat(HtmlReport.render(document(Table.measured("t", "c", columns, List.of(new Row("a", columns))))))
			.contains("<figure class=\"table\">");
	}

	@Test
	void whenAChartIsNotSeenThenItsTextTellsIt() {
		assertThat(chart(5, 9, 7).alternative())
			.isEqualTo("Throughput. logins/s by users. one: 5 at 0, 7 at 2, highest 9 at 1.");
	}

	@Test
	void whenAChartEndsAScriptThenItIsWrittenAsText() {
		Chart hostile = new Chart("t", Shape.BARS, "", "", List.of("</script><b>"),
				List.of(new Series("<!--", List.of(new Point(0, 1)))));

		assertThat(HtmlReport.render(document(hostile))).contains("\\u003c/script\\u003e\\u003cb\\u003e", "\\u003c!--")
			.doesNotContain("</script><b>", "<!--");
	}

	@Test
	void whenALinkLooksLikeASchemeThenItStaysAFile() {
		String html = HtmlReport
			.render(document(new Links("Files", List.of(new Link("x", "javascript:alert(1)/ä b.html")))));

		assertThat(html).contains("href=\"./javascript%3Aalert%281%29/%C3%A4%20b.html\"");
	}

	@Test
	void whenSectionsShareATitleThenTheirAnchorsDiffer() {
		Document document = new Document("d", List.of(),
				List.of(new Section("Same", List.of(Note.plain("1"))), new Section("Same", List.of(Note.plain("2")))));

		assertThat(HtmlReport.render(document)).contains("id=\"s1-same\"", "id=\"s2-same\"");
	}

	@Test
	void whenASectionIsEmptyThenItIsNotWritten() {
		Document document = new Document("d", List.of(), List.of(new Section("Nothing", List.of())));

		assertThat(HtmlReport.render(document)).doesNotContain("Nothing");
		assertThat(MarkdownReport.render(document)).isEqualTo("# d\n");
	}

	@Test
	void whenASectionHoldsChartsAloneThenMarkdownLeavesItOut() {
		assertThat(MarkdownReport.render(document(new Block.Beside(List.of(chart(1)))))).isEqualTo("# d\n");
	}

	@Test
	void whenAFoldHoldsChartsAloneThenMarkdownLeavesItOut() {
		assertThat(MarkdownReport.render(document(new Fold("Second by second", List.of(chart(1))))))
			.doesNotContain("Second");
	}

	@Test
	void whenTextHoldsControlCharactersThenTheyAreShownAsReplaced() {
		assertThat(HtmlReport.render(document(Note.plain("a\u0000b\u001b[31m\ud800 & \"'<>"))))
			.contains(">a\ufffdb\ufffd[31m\ufffd &amp; &quot;&#39;&lt;&gt;<");
	}

	private static List<String> styles(String html, String pattern) {
		return Pattern.compile(pattern)
			.matcher(html)
			.results()
			.map(match -> match.group(1) + " " + match.group(2))
			.toList();
	}

	private static Chart chart(double... figures) {
		List<Point> points = IntStream.range(0, figures.length)
			.mapToObj(index -> new Point(index, figures[index]))
			.toList();
		return new Chart("Throughput", Shape.LINE, "users", "logins/s", List.of(), List.of(new Series("one", points)));
	}

	private static Document document(Block block) {
		return new Document("d", List.of(), List.of(new Section("s", List.of(block))));
	}

}
