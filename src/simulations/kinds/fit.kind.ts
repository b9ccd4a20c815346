import type { RunKind, Draft, DraftServices } from '../run.kind.js';
import { fittedDefinition, fitResultSchema, type FitResult } from './fit/result.schema.js';
import { fitSteps, createFitSchema, plannedFit, type CreateFit, type FitPlan } from './fit/request.schema.js';
import { sharedFit } from './fit/shared-fit.js';
import { fitView } from './fit/view.js';
import { intervalColumns, number, tableOf, text, type TableColumn } from '../tables/table.js';
import { join } from 'node:path';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { DatasetTask } from '../../datasets/dataset-tasks.service.js';
import type { DraftResult } from './fit/draft-fit.js';

/** A model that is fitted to a dataset. Its result has the definition of a workflow. */
export const fitKind: RunKind<CreateFit, FitPlan, FitResult> = {
  name: 'fit',
  idPrefix: 'fit',
  path: 'fits',
  noun: 'fit',
  plural: 'fits',
  tag: { name: 'Fits', description: 'Fits: models of datasets, which become workflows.' },
  texts: {
    create:
      'Reads a spec with a formula, infers the rest from the dataset, and queues the fit of the model. The result has the estimates with robust standard errors, the fit to held-out rows, the differences by parameter, warnings, and the workflow definition, which `POST /v1/fits/{fit_id}/publish` publishes. A spec that does not fit the dataset is the error `invalid_spec`, with the fix of each problem. A fit counts as one simulation against the quota. A fit that exceeds the processor time of the plan is not refunded.',
    table:
      'Returns the numbers of a completed fit, one per row. `kind` is `estimate` (a coefficient), `effect` (a difference by parameter), `part_worth` (of a level, `attribute.level`), `importance` (of an attribute), `willingness_to_pay`, `price_effect` (a change of a share, `dearer.changed`), `held_out` (an observed value with its prediction), `baseline` (a simulated value with the observed one) or `calibration` (a group of held-out rows). `value_low` and `value_high` are the ends of the 95% interval. Values that do not apply are null.',
    report:
      'Returns an HTML report of a completed fit: differences by parameter, warnings, estimates, predicted and observed values, held-out results, the baseline and sample answers.',
    manifest:
      'Returns what determines the result of a completed fit: the definition before the fit, the spec, the date and the digest of the result. The dataset is not in it. `npm run --silent cli -- workflow fit` with the same spec, data and date makes the same definition.',
    reducesTime: 'fewer terms or categories in the formula, or a random sample of the rows',
    tableRow: { kind: 'estimate', id: 'match_1_1', label: 'Match: 1:1', value: 0.4, value_low: 0.16, value_high: 0.65 },
  },
  hasIssues: false,
  fromDataset: { definitionOf: fittedDefinition, draftOf: draftOfFit },
  request: createFitSchema,
  planned: plannedFit,
  result: fitResultSchema,
  unlisted: { definition: null },
  plan: (_base, _request, drafted) => ({ plan: drafted! }),
  work: {
    evaluations: () => fitSteps,
    async execute(plan, task) {
      // Only threads that fit need this code.
      const { executeFit } = await import('./fit/execute-fit.js');
      return executeFit(plan, task);
    },
  },
  table: fitTable,
  shared: sharedFit,
  view: fitView,
};

type Choice = NonNullable<FitResult['choice']>;

interface FitRow {
  kind: string;
  id: string;
  label: string;
  unit?: string | null;
  value: number;
  interval: readonly [number, number] | null;
  missing_parts?: readonly string[];
  standard_error?: number | null;
  z?: number | null;
  p?: number | null;
  predicted?: number | null;
  observed?: number | null;
}

function fitTable({ id, result }: { id: string; result: FitResult }): TableColumn[] {
  const { estimates, effects, choice, held_out: heldOut, baseline, calibration_plot: plots } = result;
  const rows: FitRow[] = [
    ...estimates.map(({ coefficient, estimate, ...own }) => {
      return { kind: 'estimate', id: coefficient, ...own, value: estimate };
    }),
    ...effects.map(({ parameter, label, unit, simulated, interval, missing_parts }) => {
      return { kind: 'effect', id: parameter, label, unit, value: simulated, interval, missing_parts };
    }),
    ...(choice ? choiceRows(choice) : []),
    ...heldOut.figures.map(({ observed, ...own }) => ({
      kind: 'held_out',
      ...own,
      value: observed,
      observed,
    })),
    ...(baseline?.figures ?? []).map(({ observed, simulated, ...own }) => {
      return { kind: 'baseline', ...own, value: simulated, observed };
    }),
    ...plots.flatMap(({ points, ...figure }) =>
      points.map(({ observed, predicted, interval }) => {
        return { kind: 'calibration', ...figure, value: observed, interval, observed, predicted };
      }),
    ),
  ];
  return tableOf(rows, [
    text('fit_id', () => id),
    text('kind', ({ kind }) => kind),
    text('id', (row) => row.id),
    text('label', ({ label }) => label),
    text('unit', ({ unit }) => unit),
    intervalColumns('value', (row) => row),
    text('value_missing_parts', ({ missing_parts: parts }) => parts?.join(' ')),
    number('standard_error', (row) => row.standard_error),
    number('z', ({ z }) => z),
    number('p', ({ p }) => p),
    number('observed', ({ observed }) => observed),
    number('predicted', ({ predicted }) => predicted),
  ]);
}

/** Part-worths, importance, willingness to pay, and the change of a share (the last part of `id`) if a price is higher. */
function choiceRows({ attributes, willingness_to_pay: amounts, price_effects: prices }: Choice): FitRow[] {
  const nameOf = (label: string, group: string | null) => (group === null ? label : `${label} (${group})`);
  return [
    ...attributes.flatMap(
      ({ attribute, label, class_label: group, levels, importance, importance_interval: interval }) => [
        ...levels.map((level) => ({
          kind: 'part_worth',
          id: `${attribute}.${level.level}`,
          label: nameOf(`${label}: ${level.label}`, group),
          value: level.centered,
          interval: level.centered_interval,
        })),
        { kind: 'importance', id: attribute, label: nameOf(label, group), value: importance, interval },
      ],
    ),
    ...amounts.map(({ feature, label, class_label: group, unit, estimate, set }) => ({
      kind: 'willingness_to_pay',
      ...{ id: feature, label: nameOf(label, group), unit, value: estimate },
      interval: set?.shape === 'bounded' ? set.limits : null,
    })),
    ...(prices?.rows ?? []).flatMap((priced) =>
      priced.effects.map(({ alternative, label, change, interval }) => ({
        kind: 'price_effect',
        id: `${priced.alternative}.${alternative}`,
        label: `${priced.label} ${Math.round(100 * prices!.increase)}% dearer: ${label}`,
        ...{ value: change, interval },
      })),
    ),
  ];
}

const draftTask: DatasetTask = {
  file: join(import.meta.dirname, 'fit/draft-fit.process.js'),
  advice: {
    time: 'takes too long to expand: use fewer terms in the formula, or upload a random sample of the rows',
    memory: 'needs too much memory: use fewer terms in the formula, or upload a random sample of the rows',
    failure: 'cannot be expanded for this dataset: simplify the formula, or remove fields of the spec one by one',
  },
};

/** Expands the spec before the fit is queued, so that a problem of the spec is an error of the request. */
export async function draftOfFit(
  caller: Caller,
  { dataset_id, spec: requested }: CreateFit,
  { tasks, now }: DraftServices,
): Promise<Draft<FitPlan> | AppError> {
  const spec = typeof requested === 'string' ? requested : JSON.stringify(requested, null, 2);
  const draft = await tasks.run<{ spec: string }, DraftResult>(caller, dataset_id, draftTask, { spec });
  // The caller throws it later, so that a replay of an earlier request still returns its response.
  if (!draft) return new AppError('dataset_not_found');
  if (!draft.ok) return AppError.withIssues('invalid_spec', draft.issues);
  const { definition, digest, planned } = draft;
  const calibrated_on = now.toISOString().slice(0, 10);
  return { workflow: { definition, digest }, plan: { dataset_id, spec, ...planned, calibrated_on } };
}
