import type { WorkflowDefinition } from '../../engine/index.js';
import { headlineOf } from '../headline.js';
import type { SummaryRecord } from '../summary.schema.js';
import { countOf, number, percent } from './format-numbers.js';

type HoldOut = WorkflowDefinition['evidence']['hold_out'];

const absolutePoints = (difference: number) => `${(100 * Math.abs(difference)).toFixed(1)} percentage points`;
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** States the held-out error of the headline figure in one sentence, or of the nearest figure that the held-out data contain. */
export function heldOutSentence(definition: WorkflowDefinition, summary: SummaryRecord): string {
  const held = definition.evidence.hold_out;
  const data = `In ${countOf(held.observations)} observations that were not used for fitting`;
  return `${data}, ${shareError(definition, summary, held) ?? meanError(definition, summary, held) ?? curveError(held) ?? scoreOf(held)}.`;
}

/** States the error of predicted differences, which matter more for a scenario than shares do. Undefined without held-out differences. */
export function heldOutDifferences({ effects = [] }: HoldOut): string | undefined {
  const ofShares = effects.filter(({ outcome }) => outcome !== undefined);
  if (ofShares.length === 0) return undefined;
  const error = absolutePoints(meanOf(ofShares.map(({ observed, predicted }) => Math.abs(observed - predicted))));
  return ofShares.length === 1
    ? `One difference between held-out groups was predicted with an error of ${error}.`
    : `${ofShares.length} differences between held-out groups were predicted with a mean error of ${error}.`;
}

function shareError(definition: WorkflowDefinition, summary: SummaryRecord, held: HoldOut): string | undefined {
  const { kind, figure } = headlineOf(definition, summary);
  if (kind !== 'share') return undefined;
  const members = definition.outcome_groups?.find(({ id }) => id === figure.id)?.outcomes ?? [figure.id];
  const checks = members.map((id) => held.outcomes.find(({ outcome }) => outcome === id));
  if (checks.includes(undefined)) return undefined;
  const sumOf = (side: 'observed' | 'predicted') => checks.reduce((sum, check) => sum + check![side], 0);
  const [observed, predicted] = [sumOf('observed'), sumOf('predicted')];
  return `the model predicted ${percent(predicted)} for “${figure.label}”, and ${percent(observed)} were observed: an error of ${absolutePoints(observed - predicted)}`;
}

function meanError(definition: WorkflowDefinition, summary: SummaryRecord, held: HoldOut): string | undefined {
  const { kind, figure } = headlineOf(definition, summary);
  const check = held.measures?.find(({ measure }) => measure === figure.id);
  if (kind !== 'mean' || !check) return undefined;
  const { observed, predicted } = check;
  return `the model predicted ${number(predicted)} ${figure.unit} on average, and ${number(observed)} were observed: an error of ${number(Math.abs(observed - predicted))}`;
}

function curveError({ curves = [] }: HoldOut): string | undefined {
  if (curves.length === 0) return undefined;
  const error = absolutePoints(meanOf(curves.map(({ mean_absolute_error }) => mean_absolute_error)));
  return curves.length === 1
    ? `the model predicted the curve “${curves[0]!.label}” with a mean error of ${error}`
    : `the model predicted ${curves.length} curves with a mean error of ${error}`;
}

function scoreOf({ scores }: HoldOut): string {
  const { id, value, null_value: ofNull } = scores[0]!;
  const name = id.replaceAll('_', ' ');
  const comparison = ofNull === undefined ? '' : `, compared with ${number(ofNull)} for a model without attributes`;
  return `the model has a ${name} of ${number(value)}${comparison}`;
}
