import { markup, type Html } from '../../../common/http/html.js';
import { namedShares } from '../../../engine/analyses.js';
import type { TargetAdjustment, WorkflowDefinition } from '../../../engine/definition.js';
import { table, type Row } from '../figure.js';
import { agentsText, number, percent } from '../format-numbers.js';
import { groupTexts } from '../group-texts.js';

/** The observed shares that the constants match. */
export function adjustedTargets(definition: WorkflowDefinition, matched: TargetAdjustment): Html {
  const labels = new Map(namedShares(definition).map(({ id, label }) => [id, label]));
  const targets = matched.targets.map(({ outcome, where = {}, share, standard_error: error, predicted }): Row => {
    const conditions = groupTexts(definition, where);
    const group = conditions.length > 0 ? ` (${conditions.join('; ')})` : '';
    const name = `${labels.get(outcome) ?? outcome}${group}`;
    return [name, percent(share), error ? `${(100 * error).toFixed(2)} points` : 'exact', percent(predicted)];
  });
  const constants = matched.constants.map(({ coefficient, before, after }): Row => {
    const label = definition.decision.coefficients.find(({ id }) => id === coefficient)?.label ?? coefficient;
    return [label, before === null ? 'new' : number(before), number(after)];
  });
  return markup`<h3>Calibration targets</h3>
<p>The constants of the model match these observed shares over ${agentsText(matched.agent_count)}. All other coefficients are those of the published workflow. The baseline, the differences and the transcripts use the matched constants.</p>
${table('Observed shares', ['Share', 'Observed', 'Standard error', 'Before the match'], targets)}
${table('Constants', ['Constant', 'Published', 'Matched'], constants)}`;
}
