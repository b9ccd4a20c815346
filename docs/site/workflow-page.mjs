// cspell:ignore licence (a field of the definition)
// The page of a workflow. Pure: the same definition gives the same text.
import { dataKinds, families, plain, table, valuesOf } from '../../tools/generated-docs.mjs';

const percent = (share) => `${(100 * share).toFixed(1)}%`;
const code = (value) => `\`${value}\``;
const fenced = (language, text) => `\`\`\`${language}\n${text}\n\`\`\``;

/** Markdown of the page of a definition. Its plot is in `docs/images/validation`. */
export function workflowPage(definition) {
  const { workflow_id: id, name, summary, evidence, scenario } = definition;
  const { data, split, hold_out: heldOut, limits } = evidence;
  return [
    `# ${plain(name)}`,
    plain(summary),
    table(
      ['Property', 'Value'],
      [
        ['`workflow_id`', code(id)],
        ['Version', definition.version],
        ['Domain', definition.domain.replaceAll('_', ' ')],
        ['Model', families[definition.decision.family] ?? definition.decision.family],
        ['Population', plain(definition.population.description)],
        ['Recommended agent count', definition.population.recommended_agent_count.toLocaleString('en-US')],
      ],
    ),
    '## Questions',
    'This workflow answers questions such as these:',
    definition.routing.examples
      .slice(0, 3)
      .map((example) => `- ${plain(example)}`)
      .join('\n'),
    '## Run it',
    `This request changes one parameter. ${scenarioText(scenario)}`,
    fenced('sh', requestText(definition)),
    'The clients for [TypeScript](../clients/typescript.md) and [Python](../clients/python.md) send the same request.',
    '## Parameters',
    table(
      ['Parameter', 'Default', 'Values', 'Calibrated range'],
      scenario.parameters.map((parameter) => [
        `${plain(parameter.label)} ${code(parameter.id)}`,
        [code(parameter.default), plain(parameter.unit ?? '')].join(' ').trim(),
        valuesOf(parameter),
        parameter.calibrated_range ? parameter.calibrated_range.map(code).join(' to ') : '',
      ]),
    ),
    '## Data',
    table(
      ['Property', 'Value'],
      [
        ['Data', plain(data.title)],
        ['Kind', dataKinds[data.kind] ?? data.kind],
        ['Collected', plain(data.collected ?? '')],
        ['Sample', plain(data.sample ?? '')],
        ['License', plain(data.license ?? data.licence)],
        ['Split', plain(split.method)],
        [
          'Observations',
          `${split.train_observations.toLocaleString('en-US')} for fitting, ${split.test_observations.toLocaleString('en-US')} held out`,
        ],
      ],
    ),
    `Causal effects: ${plain(data.causal)}`,
    '## Predicted and observed',
    'The model did not use the held-out data. Black: all respondents. Blue: segments or points of a curve. Orange: effects. ' +
      'Vertical lines are 95% intervals of the observed values. On the dashed line, prediction and observation are equal.',
    `![${plain(name)}: predicted and observed shares in held-out data](../images/validation/${id}.svg)`,
    outcomeTable(definition),
    scoreTable(heldOut),
    '## Limits',
    limits.map((limit) => `- ${plain(limit)}`).join('\n'),
    '## Cite',
    fenced('bibtex', [...bibliography(data), workflowEntry(definition)].join('\n\n')),
    '',
  ]
    .filter((part, k, parts) => part !== '' || k === parts.length - 1)
    .join('\n\n');
}

function outcomeTable({ evidence, decision }) {
  const { outcomes } = evidence.hold_out;
  if (outcomes.length === 0) return '';
  const labelOf = new Map(
    [...(decision.alternatives ?? []), ...(decision.outcomes ?? [])].map(({ id, label }) => [id, label ?? id]),
  );
  return table(
    ['Outcome', 'Predicted', 'Observed', '95% interval of the observed share'],
    outcomes.map(({ outcome, predicted, observed, observed_standard_error: error }) => [
      plain(labelOf.get(outcome) ?? outcome),
      percent(predicted),
      percent(observed),
      error
        ? `${percent(Math.max(0, observed - 1.96 * error))} to ${percent(Math.min(1, observed + 1.96 * error))}`
        : '–',
    ]),
  );
}

function scoreTable({ scores }) {
  const rows = scores.map(({ id, value, null_value: nullValue }) => [
    id.replaceAll('_', ' '),
    value.toFixed(3),
    nullValue?.toFixed(3) ?? '–',
  ]);
  return table(['Score on held-out data', 'Workflow', 'Null model'], rows);
}

/** A value of a parameter other than its default, inside of the calibrated range if the range has another value. */
function otherValue({
  type,
  default: current,
  options,
  minimum,
  maximum,
  calibrated_range: [low, high] = [minimum, maximum],
}) {
  if (type === 'choice') return options.find(({ id }) => id !== current).id;
  const value = [high, low, maximum].find((candidate) => candidate !== current);
  return value;
}

const scenarioOf = ({ parameters: [first] }) => ({ [first.id]: otherValue(first) });

function scenarioText({ parameters: [first] }) {
  const value = otherValue(first);
  const option = first.options?.find(({ id }) => id === value);
  return `It sets “${plain(first.label)}” to ${option ? `“${plain(option.label)}”` : code(value)}.`;
}

/** A shell command that runs a scenario and waits for at most ten seconds. */
function requestText({ workflow_id: id, scenario }) {
  const body = { workflow_id: id, agent_count: 500, seed: 1, scenario_context: scenarioOf(scenario) };
  return [
    `curl -s "$SVC_URL/v1/simulations" -H "Authorization: Bearer $SVC_API_KEY" -H 'Content-Type: application/json' \\`,
    `  -H 'Prefer: wait=10' -d '${JSON.stringify(body)}'`,
  ].join('\n');
}

/** One BibTeX entry for each work of a citation. */
export function bibliography({ title, citation }) {
  const keys = new Map();
  return citation.split(/; /).map((work) => {
    const year = /\((\d{4})\)/.exec(work)?.[1];
    const quoted = /[“"]([^”"]+)[”"]/.exec(work)?.[1];
    const names = /^[^(“"]+/.exec(work)?.[0].replace(/[\s,]+$/, '') ?? '';
    const authors = names
      .replace(/ et al\.?$/, ' and others')
      .split(/, (?:and )?| and /)
      .join(' and ');
    const word = plainKey(names.split(/[\s,]/)[0]);
    const base = `${word}${year ?? ''}`;
    keys.set(base, (keys.get(base) ?? 0) + 1);
    const key = keys.get(base) === 1 ? base : `${base}${keys.get(base)}`;
    return entry('misc', key, { author: authors, title: quoted ?? title, year, note: work.replace(/\.$/, '') });
  });
}

function workflowEntry({ workflow_id: id, name, version, evidence }) {
  return entry('misc', `simulation-service-${id}`, {
    author: '{Simulation Service}',
    title: `${name}, version ${version}`,
    year: evidence.calibrated_on?.slice(0, 4),
    note: `Calibrated workflow, engine ${evidence.engine_version}`,
  });
}

const plainKey = (text) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

function entry(type, key, fields) {
  const lines = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([field, value]) => `  ${field} = {${value.replaceAll('&', '\\&')}}`);
  return `@${type}{${key},\n${lines.join(',\n')}\n}`;
}
