import { markup, type Html } from '../../../common/http/html.js';
import { figure } from '../figure.js';
import { number, percent } from '../format-numbers.js';
import { barPlot } from '../plots/bar-plot.js';
import { parts } from '../plots/series.js';
import type { ReportInput } from '../report-input.js';

interface Errors {
  label: string;
  sampling: number;
  estimation: number;
  told: (error: number) => string;
}

const inPoints = (error: number) => `${(100 * error).toFixed(2)} points`;

/** Where the width of the intervals comes from, and so what would make them narrower. */
export function uncertaintySection({ summary, parameterDraws }: ReportInput, isBaseline: boolean): Html {
  const pick = isBaseline ? 'errors' : 'difference_errors';
  const all = [
    ...summary.outcomes.map((one) => ({ label: one.label, ...one[pick], told: inPoints })),
    ...summary.measures.map((one) => ({
      label: one.label,
      ...one[pick],
      told: (error: number) => `${number(error)} ${one.unit}`,
    })),
  ].flatMap(({ sampling, estimation, ...one }): Errors[] =>
    sampling === null ? [] : [{ ...one, sampling, estimation: estimation ?? 0 }],
  );
  const what = isBaseline ? 'shares and means' : 'differences from the baseline';
  if (parameterDraws < 2)
    return markup`<section>
<h2>Uncertainty</h2>
<p>The intervals include sampling error only, because this simulation has no coefficient draws. With estimation error, they would be wider.</p>
</section>`;
  const title = `Sources of uncertainty: ${what}`;
  const shareOf = ({ sampling, estimation }: Errors) => sampling ** 2 / (sampling ** 2 + estimation ** 2 || 1);
  const bars = all.map((one) => ({
    label: one.label,
    parts: [
      { value: shareOf(one), colour: parts.sampling },
      { value: one.sampling + one.estimation > 0 ? 1 - shareOf(one) : 0, colour: parts.estimation },
    ],
    told: `± ${one.told(1.96 * Math.hypot(one.sampling, one.estimation))}`,
  }));
  const key = markup`<p class="key" aria-hidden="true"><span class="sampling">■</span> sampling error &emsp; <span class="estimation">■</span> estimation error</p>`;
  return markup`<section>
<h2>Uncertainty</h2>
<p>More agents reduce sampling error. Only more data reduce estimation error, which is computed from ${parameterDraws} coefficient draws. Neither includes model error, such as behavior that changes over time: see the held-out error and the limits.</p>
${figure(
  title,
  barPlot(title, bars, 'share of the squared error; 1.96 standard errors next to each bar', percent),
  ['Result', 'Sampling standard error', 'Estimation standard error', 'Total standard error'],
  all.map(({ label, sampling, estimation, told }) => [
    label,
    told(sampling),
    told(estimation),
    told(Math.hypot(sampling, estimation)),
  ]),
  key,
)}
</section>`;
}
