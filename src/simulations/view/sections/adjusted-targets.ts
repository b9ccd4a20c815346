import { namedShares } from '../../../engine/analyses.js';
import type { TargetAdjustment, WorkflowDefinition } from '../../../engine/definition.js';
import { heading, row, table, text } from '../blocks.js';
import { agentsText, number, percent } from '../format-numbers.js';
import { groupTexts } from '../group-texts.js';
import type { Block } from '../view.schema.js';

/** The observed shares that the constants match. */
export function adjustedTargets(definition: WorkflowDefinition, matched: TargetAdjustment): Block[] {
  const labels = new Map(namedShares(definition).map(({ id, label }) => [id, label]));
  const targets = matched.targets.map(({ outcome, where = {}, share, standard_error: error, predicted }) => {
    const conditions = groupTexts(definition, where);
    const group = conditions.length > 0 ? ` (${conditions.join('; ')})` : '';
    const name = `${labels.get(outcome) ?? outcome}${group}`;
    return row(name, percent(share), error ? `${(100 * error).toFixed(2)} points` : 'exact', percent(predicted));
  });
  const constants = matched.constants.map(({ coefficient, before, after }) => {
    const label = definition.decision.coefficients.find(({ id }) => id === coefficient)?.label ?? coefficient;
    return row(label, before === null ? 'new' : number(before), number(after));
  });
  return [
    heading('Calibration targets'),
    text(
      `The constants of the model match these observed shares over ${agentsText(matched.agent_count)}. All other coefficients are those of the published workflow. The baseline, the differences and the transcripts use the matched constants.`,
    ),
    table('Observed shares', ['Share', 'Observed', 'Standard error', 'Before the match'], targets),
    table('Constants', ['Constant', 'Published', 'Matched'], constants),
  ];
}
