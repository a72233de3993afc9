package org.campanile.perf.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block.Fold;
import org.campanile.perf.report.document.Block.Link;
import org.campanile.perf.report.document.Block.Links;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.ProfileResult.ClassUse;

/**
 * The tables of profiles, in the form that Virginia Tech published.
 *
 * @param document the folder to which links are relative
 */
record ProfileBlocks(Path document) {

	/** Returns one fold for each profile. */
	List<Block> of(MeasuredRun run) {
		return run.profiles()
			.stream()
			.<Block>map(profile -> new Fold(
					run.caption(profile.cell() + ", " + profile.step() + ": " + profile.result().process()),
					tables(profile)))
			.toList();
	}

	private List<Block> tables(MeasuredRun.Profile profile) {
		ProfileResult result = profile.result();
		List<Block> blocks = new ArrayList<>();
		blocks.add(Note.plain(Numbers.of(result.seconds(), 0) + " s recorded, " + Numbers.of(result.cpuSeconds(), 1)
				+ " s of processor time, " + Numbers.of(result.samples(), 0) + " samples; heap at the end "
				+ Numbers.bytes(result.heapUsedBytes()) + " of " + Numbers.bytes(result.heapCommittedBytes()) + "."));
		blocks.add(files(profile));
		blocks.add(new Beside(shown(result)));
		return blocks;
	}

	private static List<Block> shown(ProfileResult result) {
		List<Block> blocks = new ArrayList<>();
		add(blocks, "What processor time was used for", "use", List.of("share, %"),
				result.areas()
					.stream()
					.map(area -> new Row(area.name(), List.of(Numbers.percent(area.share()))))
					.toList());
		add(blocks, "Hot methods", "method", List.of("self, %", "total, %"), result.hotMethods()
			.stream()
			.map(hot -> new Row(hot.method(), List.of(Numbers.percent(hot.self()), Numbers.percent(hot.total()))))
			.toList());
		add(blocks, "Stages of a login", "stage", List.of("count", "avg, ms", "50 %, ms", "99 %, ms", "max, ms"),
				result.stages()
					.stream()
					.map(stage -> new Row(stage.name(),
							List.of(Numbers.of(stage.count(), 0), Numbers.of(stage.meanMillis(), 3),
									Numbers.of(stage.p50Millis(), 3), Numbers.of(stage.p99Millis(), 3),
									Numbers.of(stage.maxMillis(), 3))))
					.toList());
		add(blocks, "Classes by allocation", "class", List.of("samples", "size", "for each second"),
				result.allocated().stream().map(use -> classRow(use, result.seconds())).toList());
		add(blocks, "Classes by live size", "class", List.of("count", "size"),
				result.live().stream().map(use -> classRow(use, 0)).toList());
		add(blocks, "Collections", "collector", List.of("count", "for each second", "paused, s", "longest pause, ms"),
				result.collections()
					.stream()
					.map(one -> new Row(one.collector(),
							List.of(Numbers.of(one.count(), 0), Numbers.of(one.perSecond(), 2),
									Numbers.of(one.pauseSeconds(), 3), Numbers.of(one.longestPauseMillis(), 1))))
					.toList());
		add(blocks, "Waiting for locks", "lock", List.of("method", "count", "together, ms", "longest, ms"),
				result.locks()
					.stream()
					.map(lock -> new Row(lock.lock(),
							List.of(lock.method(), Numbers.of(lock.count(), 0), Numbers.of(lock.totalMillis(), 1),
									Numbers.of(lock.longestMillis(), 1))))
					.toList());
		return blocks;
	}

	private static Row classRow(ClassUse use, double seconds) {
		List<String> cells = new ArrayList<>();
		cells.add(use.count() == 0 ? Table.MISSING : Numbers.of(use.count(), 0));
		cells.add(Numbers.bytes(use.bytes()));
		if (seconds > 0) {
			cells.add(Numbers.bytes(use.bytes() / seconds));
		}
		return new Row(use.name(), cells);
	}

	/** Returns links to the files of a profile, if they lie in its folder. */
	private Links files(MeasuredRun.Profile profile) {
		List<Link> links = new ArrayList<>();
		for (ProfileResult.ProfileFile file : profile.result().files()) {
			Path path = profile.folder().resolve(file.path()).normalize();
			if (path.startsWith(profile.folder()) && Files.isRegularFile(path)) {
				links.add(new Link(file.title(), document.relativize(path).toString()));
			}
		}
		return new Links("To open", links);
	}

	private static void add(List<Block> blocks, String caption, String corner, List<String> columns, List<Row> rows) {
		if (!rows.isEmpty()) {
			blocks.add(Table.measured(caption, corner, columns, rows));
		}
	}

}
