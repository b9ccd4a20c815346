import { markup, type Html } from '../../../common/http/html.js';
import { figure } from '../figure.js';
import { number, percent } from '../numbers-told.js';
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
  const what = isBaseline ? 'the shares and means' : 'the differences to the baseline';
  if (parameterDraws < 2)
    return markup`<section>
<h2>How sure</h2>
<p>The coefficients were not drawn anew for this simulation: its intervals hold the error of sampling alone, and are too narrow by the error of the estimates.</p>
</section>`;
  const title = `What the uncertainty of ${what} is made of`;
  const shareOf = ({ sampling, estimation }: Errors) => sampling ** 2 / (sampling ** 2 + estimation ** 2 || 1);
  const bars = all.map((one) => ({
    label: one.label,
    parts: [
      { value: shareOf(one), colour: parts.sampling },
      { value: one.sampling + one.estimation > 0 ? 1 - shareOf(one) : 0, colour: parts.estimation },
    ],
    told: `± ${one.told(1.96 * Math.hypot(one.sampling, one.estimation))}`,
  }));
  const key = markup`<p class="key" aria-hidden="true"><span class="sampling">■</span> sampling: these agents, not others &emsp; <span class="estimation">■</span> estimation: these coefficients, not others</p>`;
  return markup`<section>
<h2>How sure</h2>
<p>More agents make the error of sampling smaller; only more data make that of estimation smaller, which ${parameterDraws} draws of the coefficients tell. What neither tells is whether people will go on to decide as they did: see the evidence and its limits.</p>
${figure(
  title,
  barPlot(title, bars, 'part of the squared error; 1.96 standard errors beside each bar', percent),
  ['Of', 'Standard error of sampling', 'of estimation', 'in all'],
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
