import { missingParts } from '../../engine/index.js';
import { estimateWithMissingParts, number, tableOf, text, type Estimate, type TableColumn } from '../tables/table.js';
import type { CompletedRecord } from './ensemble.schema.js';

type Outcome = CompletedRecord['outcomes'][number];
type Model = Outcome['models'][number] & CompletedRecord['models'][number];
interface EnsembleRow {
  outcome: Outcome;
  /** Null for the combination. */
  model: Model | null;
}

/** For each outcome, one row for the combination, then one for each workflow. */
export function ensembleTable({ id, outcomes, models }: CompletedRecord): TableColumn[] {
  const rows = outcomes.flatMap((outcome): EnsembleRow[] => [
    { outcome, model: null },
    ...outcome.models.map((own, k): EnsembleRow => ({ outcome, model: { ...models[k]!, ...own } })),
  ]);
  return tableOf(rows, [
    text('ensemble_id', () => id),
    text('outcome', ({ outcome }) => outcome.id),
    text('kind', ({ model }) => (model ? 'model' : 'combination')),
    text('simulation_id', ({ model }) => model?.simulation_id),
    text('workflow_id', ({ model }) => model?.workflow_id),
    text('workflow_version', ({ model }) => model?.workflow_version),
    text('label', ({ model }) => model?.label),
    number('weight', ({ model }) => model?.weight),
    estimateWithMissingParts('share', ({ outcome, model }) =>
      model ? { ...model, value: model.share, missing_parts: missingParts(model.errors) } : outcome.share,
    ),
    number('share_between_models', ({ outcome, model }) => (model ? null : outcome.share.between_models)),
    number('baseline_share', ({ outcome, model }) => (model ?? outcome).baseline_share),
    estimateWithMissingParts('difference', ({ outcome, model }) => (model ? differenceOf(model) : outcome.difference)),
    number('difference_between_models', ({ outcome, model }) => (model ? null : outcome.difference.between_models)),
  ]);
}

function differenceOf({ difference, difference_interval: interval, difference_errors: errors }: Model): Estimate {
  return { value: difference, interval, errors, missing_parts: missingParts(errors) };
}
