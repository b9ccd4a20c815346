// Builds docs/analyst/validation.md from the records of three benchmarks, and the plots of the workflows from their
// definitions. Pure functions: see `docs-sections.mjs`.
import { table } from './generated-docs.mjs';
import { predictionPlot } from './prediction-plot.mjs';

const percent = (share) => `${(100 * share).toFixed(1)}%`;
const dash = '–';

const targetNames = {
  share: 'Share',
  difference: 'Difference',
  segment: 'Segment',
  segment_difference: 'Segment difference',
  comparison: 'Comparison',
  mean: 'Mean',
  mean_difference: 'Mean difference',
  restricted: 'Restricted',
  matched: 'Matched',
  goal: 'Goal',
  welfare: 'Welfare',
};

const isWhole = ({ parameter }) => parameter !== undefined;

/** When the cases of a table were measured, the table, and the repetitions that failed. */
function measuredTable(cases, ...tables) {
  const distinct = (key) => [...new Set(cases.map((own) => own[key]))].sort();
  const [dates, versions] = ['date', 'engine_version'].map((key) => distinct(key).join(', '));
  return [
    `Measured on ${dates} with engine ${versions}.\n\`docs/validation/coverage.json\` has the commit of each row.`,
    ...tables.map(([headers, rows]) => table(headers, rows)),
    ...failuresOf(cases),
  ].join('\n\n');
}

/** Table of the coverage benchmark: cases without an error of the model. */
export function coverageTable({ cases }) {
  const own = cases.filter((one) => !isWhole(one));
  const rows = own.map(({ label, repetitions, respondents, agents, targets }) => {
    const coverageOf = (id) => targets.find(({ target }) => target === id);
    return [
      label,
      repetitions.toLocaleString('en'),
      respondents.toLocaleString('en'),
      agents.toLocaleString('en'),
      ...Object.keys(targetNames).map((id) => (coverageOf(id) ? percent(coverageOf(id).coverage) : dash)),
    ];
  });
  return measuredTable(own, [['Model', 'Repetitions', 'Respondents', 'Agents', ...Object.values(targetNames)], rows]);
}

const comparedTargets = ['share', 'difference', 'comparison', 'segment', 'segment_difference'];
const timesText = (ratio) => `× ${ratio.toFixed(2)}`;

/** Tables of the coverage benchmark with whole calibrations: coverage and width relative to R's, and widths over the splits of one data set. */
export function widthTables({ cases }) {
  const own = cases.filter(isWhole);
  const checked = (measure, text, checks) =>
    checks.some((check) => check.measure === measure && !check.passes) ? `**${text}**` : text;
  const rowOf = (cellOf, { label, parameter, repetitions, respondents, targets }) => {
    const targetOf = (id) => targets.find(({ target }) => target === id);
    return [
      label,
      parameter === 'randomized' ? 'Randomized' : 'Other',
      ...[repetitions, respondents].map((count) => count.toLocaleString('en')),
      targetOf('difference').reference.z.toFixed(1),
      ...comparedTargets.map((id) => (targetOf(id) ? cellOf(targetOf(id)) : dash)),
    ];
  };
  const coverageAndWidth = ({ coverage, reference, checks }) =>
    [checked('coverage', percent(coverage), checks), checked('width', timesText(reference.width_ratio), checks)].join(
      ' ',
    );
  const range = ({ reference, checks }) => checked('width_range', timesText(reference.width_range), checks);
  const headers = (first, count) => [
    ...[first, 'Parameter', count, 'Respondents', 'z'],
    ...comparedTargets.map((id) => targetNames[id]),
  ];
  return measuredTable(
    own,
    [
      [...headers('Data', 'Repetitions'), 'Difference, R'],
      own
        .filter((one) => !one.is_one_data_set)
        .map((one) => [
          ...rowOf(coverageAndWidth, one),
          percent(one.targets.find(({ target }) => target === 'difference').reference.coverage),
        ]),
    ],
    [headers('One data set', 'Splits'), own.filter((one) => one.is_one_data_set).map((one) => rowOf(range, one))],
  );
}

function failuresOf(cases) {
  const failed = cases
    .map(({ label, failures }) => ({ label, count: Object.values(failures).reduce((sum, count) => sum + count, 0) }))
    .filter(({ count }) => count > 0);
  if (failed.length === 0) return [];
  const texts = failed.map(({ label, count }) => `${label}: ${count}`);
  return [`Repetitions without a result, because the fit or the simulation failed. ${texts.join('; ')}.`];
}

/** Table of the held-out benchmark, with a total. Workflows without segments are omitted. */
export function heldOutTable({ date, commit, workflows }, definitions) {
  const checked = workflows.filter(({ checks }) => checks > 0);
  const nameOf = (id) => definitions.find(({ workflow_id }) => workflow_id === id).name;
  const sum = (key) => checked.reduce((total, workflow) => total + workflow[key], 0);
  const keys = ['inside_without_model_error', 'inside', 'inside_leave_one_out'];
  const row = (name, own) => [
    name,
    own.checks,
    ...keys.map((key) => `${own[key]} (${percent(own[key] / own.checks)})`),
  ];
  const total = Object.fromEntries(['checks', ...keys].map((key) => [key, sum(key)]));
  const headers = ['Workflow', 'Checks', 'Without model error', 'Inside', 'Leave one attribute out'];
  const without = workflows.filter(({ checks }) => checks === 0).map(({ workflow_id }) => nameOf(workflow_id));
  return [
    `Measured on ${date} (commit ${commit}).`,
    table(headers, [...checked.map((own) => row(nameOf(own.workflow_id), own)), row('**All**', total)]),
    ...(without.length > 0 ? [`Workflows without segments in their held-out data: ${without.join('; ')}.`] : []),
  ].join('\n\n');
}

/** Table of the effects of an experiment by group. */
export function subgroupsTable({ date, commit, workflow_id: id, agents, arms }, definitions) {
  const definition = definitions.find(({ workflow_id }) => workflow_id === id);
  const { options } = definition.scenario.parameters.find(({ type }) => type === 'choice');
  const labelOf = (arm) => options.find((option) => option.id === arm).label;
  const keys = ['inside_without_model_error', 'inside'];
  const share = (count, groups) => `${count} (${percent(count / groups)})`;
  const points = (value) => (100 * value).toFixed(1);
  const rows = arms.map((own) => [
    labelOf(own.arm),
    own.groups,
    ...keys.map((key) => share(own[key], own.groups)),
    own.outside_simultaneous,
    points(own.predicted_deviation),
    points(own.observed_deviation),
    own.correlation.toFixed(2),
  ]);
  const sum = (key) => arms.reduce((total, own) => total + own[key], 0);
  const groups = sum('groups');
  const total = [
    '**All**',
    groups,
    ...keys.map((key) => share(sum(key), groups)),
    sum('outside_simultaneous'),
    dash,
    dash,
    dash,
  ];
  const headers = [
    ...['Mailing', 'Groups', 'Without model error', 'Inside', 'Outside simultaneous'],
    ...['Predicted spread', 'Observed spread', 'Correlation'],
  ];
  return [
    `Measured on ${date} (commit ${commit}) with ${agents.toLocaleString('en')} agents. Workflow: ${definition.name}.`,
    table(headers, [...rows, total]),
  ].join('\n\n');
}

/** Table of the tested effects by parameter, with the model error that each has: a fraction of the effect. */
export function testedEffectsTable({ effects }, definitions) {
  const keyOf = ({ workflow, parameter, kind }) => `${workflow} ${parameter} ${kind}`;
  const rows = [...new Set(effects.map(keyOf))].map((key) => {
    const own = effects.filter((effect) => keyOf(effect) === key);
    const [{ workflow, parameter, kind }] = own;
    const definition = definitions.find(({ workflow_id }) => workflow_id === workflow);
    const { shares, measures } = definition.evidence.errors.model.changes[parameter];
    const error = kind === 'share' ? shares : measures[own[0].figure];
    const { label } = definition.scenario.parameters.find(({ id }) => id === parameter);
    const differing = own.filter(
      (effect) =>
        Math.abs(effect.observed - effect.predicted) >
        1.96 * Math.hypot(effect.observed_standard_error, effect.predicted_standard_error),
    ).length;
    return [definition.name, label, kind === 'share' ? 'shares' : 'means', own.length, differing, percent(error)];
  });
  return table(['Workflow', 'Parameter', 'Effects on', 'Comparisons', 'Outside 95%', 'Model error'], rows);
}

/** Table of the effects that the data assigned at random, next to those that a workflow states, and how many are inside the stated interval. */
export function contrastsTable(definitions) {
  const all = definitions.flatMap(({ name, evidence: { contrasts = [] } }) =>
    contrasts.map((own) => ({ name, ...own })),
  );
  const textOf = (value, { measure }) => (measure === undefined ? (100 * value).toFixed(1) : value.toFixed(2));
  const isInside = ({ observed, interval }) => interval[0] <= observed && observed <= interval[1];
  const rows = all.map((own) => {
    const { name, label, observed, observed_standard_error: error, stated, interval } = own;
    const sampled = error === undefined ? dash : textOf(1.96 * error, own);
    return [
      name,
      label,
      textOf(observed, own),
      sampled,
      textOf(stated, own),
      interval.map((end) => textOf(end, own)).join(' to '),
      isInside(own) ? 'yes' : 'no',
    ];
  });
  const inside = all.filter(isInside).length;
  const headers = ['Workflow', 'Effect', 'Data', '±', 'Stated', '95% interval', 'Inside'];
  return `${table(headers, rows)}\n\n${inside} of ${all.length} effects are inside.`;
}

/**
 * Ids of the workflows in the record of the held-out benchmark that were calibrated again after it, or are missing.
 * Rounding changes the sixth digit of a log-likelihood.
 */
export function staleHeldOut({ workflows }, definitions) {
  return definitions
    .filter(({ workflow_id: id, evidence }) => {
      const own = workflows.find(({ workflow_id }) => workflow_id === id);
      const fit = evidence.fits.find(({ sample }) => sample === 'train');
      if (!own || !fit) return !own;
      return Math.abs(own.log_likelihood - fit.log_likelihood) > 1e-5 * Math.abs(fit.log_likelihood);
    })
    .map(({ workflow_id }) => workflow_id);
}

/** Points of a plot, in percentage points: shares of all respondents and of segments, points of curves, and effects on shares. */
export function predictionPoints({ evidence }) {
  const { outcomes, segments, curves = [], effects = [] } = evidence.hold_out;
  const point = (kind) => (check) => ({
    kind,
    predicted: 100 * check.predicted,
    observed: 100 * check.observed,
    standardError: 100 * (check.observed_standard_error ?? 0),
  });
  return [
    ...outcomes.map(point('all')),
    ...segments.flatMap((segment) => segment.outcomes.map(point('segment'))),
    ...curves.flatMap(({ points }) => points.map(point('curve'))),
    ...effects.filter(({ outcome }) => outcome !== undefined).map(point('effect')),
  ];
}

const plotFile = ({ workflow_id: id }) => `images/validation/${id}.svg`;

/** SVG text of each workflow, by file name relative to `docs`. */
export function plotsOf(definitions) {
  return new Map(
    definitions.map((definition) => [
      plotFile(definition),
      predictionPlot(
        `${definition.name}: predicted and observed shares in held-out data`,
        predictionPoints(definition),
      ),
    ]),
  );
}
