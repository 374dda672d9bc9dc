/** Plots the last hour: latency to the service, change to painted, consumers and waiting changes; each with its figures in words. */
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import type { Figures, Series } from '../../../../contract/figures.ts';
import { formatNumber } from '../../../../core/formatNumber.ts';
import { say } from '../../../../core/language/say.ts';
import { describeError, useRepeatedQuery } from '../../../engine/queries.ts';
import { findIsolated, summarise, withGaps } from '../../../model/figureSeries.ts';
import { useDesk } from '../../../stores/useDesk.ts';

const hourSeconds = 3600;
const { stepped } = uPlot.paths;

export function FigurePlots() {
  const feed = useDesk(({ feed: { slug } }) => slug);
  const { data: figures, error } = useRepeatedQuery('figures', { feed }, 10_000);
  if (figures === undefined) return <p className="advice">{describeError(error) ?? say('Reading the figures…')}</p>;
  const formatMs = (value: number): string => say('{count} ms', { count: formatNumber(Math.round(value)) });
  return (
    <div className="figure-plots">
      <Plot title={say('Latency to the service')} figures={figures} series={figures.latencyMs} format={formatMs} />
      <Plot title={say('From a change to its paint')} figures={figures} series={figures.paintedMs} format={formatMs} />
      <Plot title={say('Consumers')} figures={figures} series={figures.consumers} format={formatNumber} isCount />
      <Plot title={say('Waiting changes')} figures={figures} series={figures.waiting} format={formatNumber} isCount />
    </div>
  );
}

type PlotProps = {
  readonly title: string;
  readonly figures: Figures;
  readonly series: Series;
  readonly format: (value: number) => string;
  /** Whether a value stays until the next sample, as a number of things does. */
  readonly isCount?: boolean;
};

function Plot({ title, figures, series, format, isCount = false }: PlotProps) {
  const summary = summarise(series);
  return (
    <figure className="figure-plot">
      <figcaption>
        <b>{title}</b>{' '}
        <span>
          {summary === null
            ? say('Nothing measured in the last hour')
            : say('Latest {latest}, lowest {lowest}, highest {highest}', {
                latest: format(summary.latest),
                lowest: format(summary.lowest),
                highest: format(summary.highest),
              })}
        </span>
      </figcaption>
      <Canvas figures={figures} series={series} format={format} isCount={isCount} />
    </figure>
  );
}

/** The picture of the plot, which the caption says in words. */
function Canvas({ figures, series, format, isCount }: Required<Omit<PlotProps, 'title'>>) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    // Without a canvas, the words remain.
    if (element === null || document.createElement('canvas').getContext('2d') === null) return;
    const { color, borderTopColor } = getComputedStyle(element);
    const [times, values] = withGaps(figures, series);
    const axis = { stroke: color, grid: { stroke: borderTopColor, width: 1 }, ticks: { show: false } };
    const font = `12px ${getComputedStyle(element).fontFamily}`;
    const end = times.at(-1) ?? Date.now() / 1000;
    const plot = new uPlot(
      {
        width: Math.max(1, element.clientWidth),
        height: element.clientHeight,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: true, range: () => [end - hourSeconds, end] },
          y: { range: (_, __, highest) => [0, Math.max(isCount ? 2 : 10, highest * 1.15)] },
        },
        axes: [
          { ...axis, font, size: 24, gap: 4, values: (_, splits) => splits.map(formatMinute) },
          {
            ...axis,
            font,
            size: 62,
            space: 28,
            values: (_, splits) => splits.map((value) => format(value)),
            ...(isCount ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] } : {}),
          },
        ],
        series: [
          {},
          {
            stroke: color,
            width: 1.5,
            spanGaps: false,
            ...(isCount && stepped !== undefined ? { paths: stepped({ align: 1 }) } : {}),
            points: { show: true, size: 4, fill: color, filter: () => findIsolated(values) },
          },
        ],
      },
      [times, values],
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: Math.max(1, element.clientWidth), height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [figures, series, format, isCount]);
  return <div ref={frame} className="figure-canvas" aria-hidden />;
}

/** The clock of the desk has 24 hours in every language. */
function formatMinute(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}
