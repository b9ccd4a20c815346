import type { RunKind } from '../run.kind.js';
import { draftOfFit } from './fit/draft-of-fit.js';
import { fittedDefinition } from './fit/fitted-definition.js';
import { fitSteps } from './fit/fit-steps.js';
import { createFitSchema, plannedFit, type CreateFit, type FitPlan } from './fit/request.schema.js';
import { fitResultSchema, type FitResult } from './fit/result.schema.js';
import { sharedFit } from './fit/shared-fit.js';
import { fitTable } from './fit/table.js';
import { fitView } from './fit/view.js';

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
