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
  format: (error: number) => string;
}

const inPoints = (error: number) => `${(100 * error).toFixed(2)} points`;

/** The sources of the uncertainty: sampling error and estimation error. */
export function uncertaintySection({ summary, parameterDraws }: ReportInput, isBaseline: boolean): Html {
  const errorField = isBaseline ? 'errors' : 'difference_errors';
  const all = [
    ...summary.outcomes.map((one) => ({ label: one.label, ...one[errorField], format: inPoints })),
    ...summary.measures.map((one) => ({
      label: one.label,
      ...one[errorField],
      format: (error: number) => `${number(error)} ${one.unit}`,
    })),
  ].flatMap(({ sampling, estimation, ...one }): Errors[] =>
    sampling === null ? [] : [{ ...one, sampling, estimation: estimation ?? 0 }],
  );
  const subject = isBaseline ? 'shares and means' : 'differences from the baseline';
  if (parameterDraws < 2)
    return markup`<section>
<h2>Uncertainty</h2>
<p>The intervals include sampling error only, because this simulation has no coefficient draws. With estimation error, they would be wider.</p>
</section>`;
  const title = `Sources of uncertainty: ${subject}`;
  const shareOf = ({ sampling, estimation }: Errors) => sampling ** 2 / (sampling ** 2 + estimation ** 2 || 1);
  const bars = all.map((one) => ({
    label: one.label,
    parts: [
      { value: shareOf(one), color: parts.sampling },
      { value: one.sampling + one.estimation > 0 ? 1 - shareOf(one) : 0, color: parts.estimation },
    ],
    valueLabel: `± ${one.format(1.96 * Math.hypot(one.sampling, one.estimation))}`,
  }));
  const legend = markup`<p class="key" aria-hidden="true"><span class="sampling">■</span> sampling error &emsp; <span class="estimation">■</span> estimation error</p>`;
  return markup`<section>
<h2>Uncertainty</h2>
<p>More agents reduce sampling error. Only more data reduce estimation error, which is computed from ${parameterDraws} coefficient draws. Neither includes model error, such as behavior that changes over time: see the held-out error and the limits.</p>
${figure(
  title,
  barPlot(title, bars, 'share of the squared error; 1.96 standard errors next to each bar', percent),
  ['Result', 'Sampling standard error', 'Estimation standard error', 'Total standard error'],
  all.map(({ label, sampling, estimation, format }) => [
    label,
    format(sampling),
    format(estimation),
    format(Math.hypot(sampling, estimation)),
  ]),
  legend,
)}
</section>`;
}
