'use strict';
(() => {
	const drawn = new Map();
	const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
	const marks = ['circle', 'triangle', 'rect', 'rectRot', 'star', 'cross'];
	const variable = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

	function dataset(series, index, shape, categories) {
		const colour = variable('--c' + index % 8);
		const bars = shape.endsWith('BARS');
		const dots = shape === 'DOTS';
		const many = series.points.length > 80;
		return {
			label: series.name,
			data: categories ? series.points.map(point => point[1]) : series.points.map(point => ({ x: point[0], y: point[1] })),
			borderColor: colour,
			backgroundColor: bars ? colour : dots ? colour + '99' : colour,
			borderWidth: bars ? 0 : many ? 1.2 : 2,
			borderDash: bars || dots ? [] : dashes[Math.floor(index / 2) % dashes.length],
			pointStyle: dots ? 'circle' : marks[index % marks.length],
			pointRadius: dots ? 1.6 : many ? 0 : 4,
			maxBarThickness: 44,
			clip: 10,
			spanGaps: false
		};
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
			data: { labels: categories ? figures.categories : undefined, datasets: figures.series.map((series, index) => dataset(series, index, figures.shape, categories)) },
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
						labels: { color: variable('--ink'), usePointStyle: !bars, boxWidth: 12, boxHeight: bars ? 12 : 7 }
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
