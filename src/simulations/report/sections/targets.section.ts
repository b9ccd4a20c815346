import { markup } from '../../../common/http/html.js';
import { table, type Row } from '../figure.js';
import { countOf, number, percent } from '../format-numbers.js';
import type { ReportInput } from '../report-input.js';
import type { Section } from '../section.js';

/** The observed shares that the constants match. Undefined without calibration targets. */
export function targetsSection({ definition, summary }: ReportInput): Section | undefined {
  const matched = definition.adjustments?.targets;
  if (!matched) return undefined;
  const labels = new Map([...summary.outcomes, ...summary.outcome_groups].map(({ id, label }) => [id, label]));
  const targets = matched.targets.map(({ outcome, where, share, standard_error: error, predicted }): Row => {
    const name = `${labels.get(outcome) ?? outcome}${groupText(definition, where)}`;
    return [name, percent(share), error ? `${(100 * error).toFixed(2)} points` : 'exact', percent(predicted)];
  });
  const constants = matched.constants.map(({ coefficient, before, after }): Row => {
    const label = definition.decision.coefficients.find(({ id }) => id === coefficient)?.label ?? coefficient;
    return [label, before === null ? 'new' : number(before), number(after)];
  });
  const content = markup`<p>The constants of the model match these observed shares over ${countOf(matched.agent_count)} agents. All other coefficients are those of the published workflow. The baseline, the differences and the transcripts use the matched constants.</p>
${table('Observed shares', ['Share', 'Observed', 'Standard error', 'Before the match'], targets)}
${table('Constants', ['Constant', 'Published', 'Matched'], constants)}`;
  return { id: 'targets', title: 'Calibration targets', content };
}

function groupText({ population }: ReportInput['definition'], where: Readonly<Record<string, string[]>> = {}): string {
  const conditions = Object.entries(where).map(([id, categories]) => {
    const attribute = population.attributes.find((one) => one.id === id);
    const known = attribute && 'categories' in attribute ? attribute.categories : [];
    const labels = categories.map((category) => known.find((one) => one.id === category)?.label ?? category);
    return `${attribute?.label ?? id}: ${labels.join(' or ')}`;
  });
  return conditions.length > 0 ? ` (${conditions.join('; ')})` : '';
}
