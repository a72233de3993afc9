'use strict';
(() => {
	const drawn = new Map();
	const variable = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

	const crowded = series => series.points.length > 80;

	// Between two gaps there is no line that would show a point.
	function alone(points, index) {
		const gap = at => points[at] === undefined || points[at][1] === null;
		return gap(index - 1) && gap(index + 1);
	}

	function dataset(series, shape, categories) {
		const colour = variable('--c' + series.colour);
		const bars = shape.endsWith('BARS');
		const dots = shape === 'DOTS';
		const many = crowded(series);
		return {
			label: series.name,
			data: categories ? series.points.map(point => point[1]) : series.points.map(point => ({ x: point[0], y: point[1] })),
			borderColor: colour,
			backgroundColor: bars ? colour : dots ? colour + '99' : colour,
			borderWidth: bars ? 0 : many ? 1.2 : 2,
			borderDash: bars || dots ? [] : series.dash,
			pointStyle: dots ? 'circle' : series.mark,
			pointRadius: dots ? 1.6 : many ? context => alone(series.points, context.dataIndex) ? 2 : 0 : 4,
			maxBarThickness: 44,
			clip: 10,
			spanGaps: false
		};
	}

	// The library shows the dash of a line beside a box alone.
	function dashed(chart) {
		return Chart.defaults.plugins.legend.labels.generateLabels(chart).map(label =>
			Object.assign(label, { lineDash: chart.data.datasets[label.datasetIndex].borderDash, lineWidth: 2 }));
	}

	function axis(title, stacked) {
		const soft = variable('--soft');
		return {
			stacked,
			title: { display: title !== '', text: title, color: soft },
			ticks: { color: soft, maxRotation: 50, autoSkipPadding: 12 },
			grid: { color: variable('--line') }
		};
	}

	function draw(canvas) {
		if (drawn.has(canvas) || typeof Chart === 'undefined') {
			return;
		}
		const figures = JSON.parse(canvas.closest('figure').querySelector('script').textContent);
		const bars = figures.shape.endsWith('BARS');
		const categories = figures.categories.length > 0;
		const stacked = figures.shape === 'STACKED_BARS';
		const logarithmic = figures.shape === 'LINE_LOGARITHMIC';
		const across = Object.assign(axis(figures.across, stacked), categories ? {} : { type: logarithmic ? 'logarithmic' : 'linear' });
		if (!categories) {
			const all = figures.series.flatMap(series => series.points.map(point => point[0]));
			across.min = logarithmic ? Math.min(...all) : Math.min(0, ...all);
			across.max = Math.max(...all);
			if (logarithmic) {
				const steps = [...new Set(all)].sort((one, other) => one - other);
				across.afterBuildTicks = scale => { scale.ticks = steps.map(value => ({ value, major: false })); };
				across.ticks.callback = value => value.toLocaleString('en');
			}
		}
		drawn.set(canvas, new Chart(canvas, {
			type: bars ? 'bar' : figures.shape === 'DOTS' ? 'scatter' : 'line',
			data: { labels: categories ? figures.categories : undefined, datasets: figures.series.map(series => dataset(series, figures.shape, categories)) },
			options: {
				animation: false,
				maintainAspectRatio: false,
				indexAxis: 'x',
				interaction: { mode: 'nearest', intersect: false },
				scales: { x: across, y: Object.assign(axis(figures.up, stacked), { beginAtZero: true }) },
				plugins: {
					legend: {
						display: figures.series.length > 1,
						position: 'bottom',
						labels: Object.assign(
							{ color: variable('--ink'), usePointStyle: !bars, boxWidth: 12, boxHeight: bars ? 12 : 7 },
							// Crowded lines have no marks, and are told apart by their dashes.
							!bars && figures.shape !== 'DOTS' && figures.series.some(crowded)
								? { pointStyle: 'line', pointStyleWidth: 40, generateLabels: dashed } : {})
					}
				}
			}
		}));
	}

	function redraw() {
		const canvases = [...drawn.keys()];
		drawn.forEach(chart => chart.destroy());
		drawn.clear();
		canvases.forEach(draw);
	}

	const canvases = [...document.querySelectorAll('canvas')];
	canvases.filter(canvas => canvas.closest('details:not([open])') === null).forEach(draw);
	document.querySelectorAll('details').forEach(details => details.addEventListener('toggle', () => {
		if (details.open) {
			details.querySelectorAll('canvas').forEach(draw);
		}
	}));
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
	addEventListener('beforeprint', () => {
		document.querySelectorAll('details').forEach(details => { details.open = true; });
		canvases.forEach(draw);
		redraw();
		drawn.forEach(chart => chart.resize());
	});
	addEventListener('afterprint', redraw);
})();
