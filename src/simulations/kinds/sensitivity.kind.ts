import {
  evaluateAgents,
  maxSensitivityEvaluations,
  resolveSensitivity,
  runSensitivity,
  sensitivityResultSchema,
  type SensitivityResult,
} from '../../../model/analyses.js';
import { boundWarnings } from '../simulation.schema.js';
import type { RunKind } from '../run.kind.js';
import {
  createSensitivitySchema,
  defaultSensitivityAgents,
  plannedSensitivity,
  type CreateSensitivity,
  type SensitivityPlan,
} from './sensitivity/request.schema.js';
import { sensitivityView } from './sensitivity/view.js';
import { intervalColumns, number, tableOf, text, type ColumnOf, type TableColumn } from '../tables/table.js';

/** An analysis of which parameters and coefficients matter for each outcome. */
export const sensitivityKind: RunKind<CreateSensitivity, SensitivityPlan, SensitivityResult> = {
  name: 'sensitivity',
  idPrefix: 'sens',
  path: 'sensitivities',
  noun: 'sensitivity analysis',
  plural: 'sensitivity analyses',
  tag: {
    name: 'Sensitivities',
    description: 'Sensitivity analyses: which parameters and coefficients matter for each outcome.',
  },
  texts: {
    create:
      'Queues an analysis of which inputs matter. First, all parameters are screened by elementary effects over their ranges (Morris). Then, the parameters with the greatest effects and the coefficients get first-order and total Sobol indices: shares of the variance of each outcome. All evaluations use expected values of the same agents, so workflows whose agents interact are not supported. The quota is `agent_count` × maximum evaluations ÷ 10,000, rounded up.',
    table:
      'Returns one row for each factor of each figure of a completed sensitivity analysis: total and first-order index and `mu_star` with the ends of their 95% intervals (`_low`, `_high`), the standard errors of the indices, and the tornado chart (`lowest_…`, `highest_…`). `base`, `mean`, `standard_deviation` and `interactions` apply to the figure and are equal in its rows. `missing_parts` names the parts of the error that no interval contains. Unknown values are null.',
    report:
      'Returns an HTML report of a completed sensitivity analysis: what matters most, a tornado chart of each figure, the indices with their intervals, and the screening.',
    reducesTime: 'a smaller `agent_count`, fewer `samples`, `trajectories` or `parameters`',
    tableRow: {
      figure: 'train',
      factor: 'train_cost_factor',
      total: 0.62,
      total_low: 0.51,
      total_high: 0.73,
      total_standard_error: 0.06,
    },
  },
  hasIssues: true,
  request: createSensitivitySchema,
  planned: plannedSensitivity,
  result: sensitivityResultSchema,
  unlisted: { figures: [] },
  defaultAgentCount: defaultSensitivityAgents,
  plan(base, { parameters, include_coefficients, trajectories, samples, max_parameters }) {
    const resolved = resolveSensitivity(base.workflow.definition, {
      parameters,
      include_coefficients: include_coefficients ?? true,
      trajectories: trajectories ?? 10,
      samples: samples ?? 128,
      max_parameters: max_parameters ?? 8,
    });
    if (!resolved.ok) return resolved.issues;
    const { parameters: ranges, ...method } = resolved.request;
    const plan = {
      parameters: ranges.map((own) =>
        'options' in own
          ? { name: own.name, from: null, to: null, options: [...own.options] }
          : { name: own.name, from: own.from, to: own.to, options: null },
      ),
      ...method,
    };
    return { plan, warnings: boundWarnings(base.workflow.definition, plan.parameters) };
  },
  requestOf: (plan) => ({
    ...plan,
    parameters: plan.parameters.map(({ name, from, to }) => (from === null ? { name } : { name, from, to })),
  }),
  work: {
    evaluations: (plan) => maxSensitivityEvaluations(requestOf(plan)),
    execute: (plan, task) => evaluateAgents(task, (agents) => runSensitivity(agents, requestOf(plan))),
  },
  table: sensitivityTable,
  view: sensitivityView,
};

function requestOf({ parameters, ...method }: SensitivityPlan) {
  return {
    parameters: parameters.map(({ name, from, to, options }) =>
      options ? { name, options } : { name, from: Number(from), to: Number(to) },
    ),
    ...method,
  };
}

type Figure = SensitivityResult['figures'][number];
interface FactorRow {
  figure: Figure;
  factor: Figure['factors'][number];
}

function sensitivityTable({ id, result }: { id: string; result: SensitivityResult }): TableColumn[] {
  const rows = result.figures.flatMap((figure) => figure.factors.map((factor): FactorRow => ({ figure, factor })));
  return tableOf(rows, [
    text('sensitivity_id', () => id),
    text('missing_parts', () => result.missing_parts.join(' ')),
    text('figure', ({ figure }) => figure.id),
    text('figure_label', ({ figure }) => figure.label),
    text('figure_kind', ({ figure }) => figure.kind),
    text('unit', ({ figure }) => figure.unit),
    number('base', ({ figure }) => figure.base),
    number('mean', ({ figure }) => figure.mean),
    number('standard_deviation', ({ figure }) => figure.standard_deviation),
    indexColumns('interactions', ({ figure }) => figure.interactions),
    text('factor', ({ factor }) => factor.name),
    text('factor_label', ({ factor }) => factor.label),
    text('factor_kind', ({ factor }) => factor.kind),
    indexColumns('total', ({ factor }) => factor.total),
    indexColumns('first_order', ({ factor }) => factor.first_order),
    intervalColumns(
      'mu_star',
      ({ factor: { screening } }) => screening && { value: screening.mu_star, interval: screening.mu_star_interval },
    ),
    number('mu', ({ factor }) => factor.screening?.mu),
    number('sigma', ({ factor }) => factor.screening?.sigma),
    endColumns('lowest', ({ factor }) => factor.low),
    endColumns('highest', ({ factor }) => factor.high),
  ]);
}

function indexColumns(name: string, read: (row: FactorRow) => Figure['interactions']): ColumnOf<FactorRow>[] {
  return [...intervalColumns(name, read), number(`${name}_standard_error`, (row) => read(row)?.standard_error)];
}

/** A setting is a number or an option, so that its column is a text. */
function endColumns(name: string, read: (row: FactorRow) => FactorRow['factor']['low']): ColumnOf<FactorRow>[] {
  return [
    text(`${name}_setting`, (row) => {
      const { setting } = read(row);
      return setting === null ? null : String(setting);
    }),
    number(`${name}_value`, (row) => read(row).value),
  ];
}
