import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../support/api-client.js';
import { finishedGoal, type GoalRecord } from '../support/goals.js';
import { newCaller } from '../support/shared-service.js';
import type { SimulationRecord } from '../support/simulations.js';
import { waitUntil } from '../support/wait-until.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/user/worked-decision.md'), 'utf8');

interface Effects {
  figures: {
    total: Figure;
    groups: (Figure & { group: Record<string, { label: string }>; simultaneous_interval: Range })[];
  }[];
}
type Range = [number, number];
interface Figure {
  effect: number;
  interval: Range;
}

/** The requests of the page, in its order. */
const requests = [...page.matchAll(/```http\n(GET|POST) (\S+)\n(?:\n([^`]+))?```/g)].map(([, method, path, json]) => ({
  method: method!,
  path: path!,
  json: json === undefined ? undefined : (JSON.parse(json) as unknown),
}));

const oneDecimal = (value: number) => value.toFixed(1);
const twoDecimals = (value: number) => value.toFixed(2);
const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
const points = (value: number) => `${(100 * value).toFixed(1)} points`;
const range = ([low, high]: Range, format: (value: number) => string) => `${format(low)} to ${format(high)}`;

/** The rows of the page that start with this text, without the spaces of the alignment. */
function rowsOf(heading: string): string[] {
  const section = page.slice(page.indexOf(`<!-- ${heading} -->`)).split(/\n## |\n```/)[0]!;
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim());
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

function goalRows({ result }: GoalRecord): string[] {
  const [fare] = result!.arguments;
  const { objective, outcomes } = result!;
  const share = (id: string) => outcomes.find((outcome) => outcome.id === id)!;
  return [
    row('Fare, × planned', twoDecimals(fare!.value), range(fare!.interval!, twoDecimals)),
    row('Revenue per trip, CHF', oneDecimal(objective.value), range(objective.interval!, oneDecimal)),
    row('Gain per trip, CHF', oneDecimal(objective.gain.value), range(objective.gain.interval!, oneDecimal)),
    ...['swissmetro', 'car'].map((id) =>
      row(
        `Share of the ${id === 'car' ? 'car' : 'Swissmetro'}`,
        percent(share(id).share),
        `${percent(share(id).start_share)} at the planned fare`,
      ),
    ),
  ];
}

describe('the worked decision (docs/user/worked-decision.md)', () => {
  let api: ApiClient;
  const goals: GoalRecord[] = [];
  let effects: Effects;
  let summary: NonNullable<SimulationRecord['summary']>;

  beforeAll(async () => {
    api = await newCaller();
    const [first, second, simulation, groups, whole] = requests;
    for (const { path, json } of [first!, second!]) {
      const { body } = await api.post<GoalRecord>(path, json);
      goals.push(await finishedGoal(api, body.data.id));
    }
    const { id } = (await api.post<SimulationRecord>(simulation!.path, simulation!.json)).body.data;
    const status = async () => (await api.call<SimulationRecord>(`/v1/simulations/${id}`)).body.data.status;
    await waitUntil('the simulation is completed', async () => (await status()) === 'completed');
    const read = async <Data>(path: string) => (await api.call<Data>(path.replace('{id}', id))).body.data;
    effects = await read<Effects>(groups!.path);
    ({ summary } = await read<{ summary: typeof summary }>(whole!.path));
  });

  it('The page sends five requests', () => {
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/goals',
      'POST /v1/goals',
      'POST /v1/simulations',
      'GET /v1/simulations/{id}/effects?figure=swissmetro',
      'GET /v1/simulations/{id}/summary',
    ]);
  });

  it('The page has the fares, revenues, gains and shares of both goals', () => {
    expect(rowsOf('figures of the first goal')).toEqual(goalRows(goals[0]!));
    expect(rowsOf('figures of the second goal')).toEqual(goalRows(goals[1]!));
  });

  it('Both fares are in the calibrated range, and the constraint of the second goal is active', () => {
    expect(goals[0]!.result!.arguments[0]!.is_extrapolation).toBe(false);
    expect(goals[1]!.result).toMatchObject({
      constraints: [{ is_active: true }],
      arguments: [{ is_extrapolation: false }],
    });
    // The text states that the revenue is about that of the planned fare.
    const [low, high] = goals[1]!.result!.objective.gain.interval!;
    expect(low < 0 && high > 0).toBe(true);
  });

  it('The page has the effect on all travelers, and on the two groups that react most and least', () => {
    const [{ total, groups }] = effects.figures as [Effects['figures'][number]];
    const named = (one: (typeof groups)[number]) =>
      Object.entries(one.group).map(([attribute, { label }]) => `${attribute}: ${label}`)[0]!;
    const shown = [...groups.slice(0, 2), ...groups.slice(-2)];
    expect(rowsOf('figures of the effects')).toEqual([
      row('All travelers', points(total.effect), range(total.interval, points)),
      ...shown.map((one) => row(`\`${named(one)}\``, points(one.effect), range(one.simultaneous_interval, points))),
    ]);
  });

  it('The page has the parts of the error of the change, the largest of which is the model error', () => {
    const { difference, difference_errors: errors } = summary.outcomes.find(
      ({ id }) => id === 'swissmetro',
    )! as unknown as {
      difference: number;
      difference_errors: Record<string, number | null>;
    };
    const parts = Object.entries(errors).map(([part, error]) =>
      row(part, error === null ? 'unknown' : `${(100 * error).toFixed(2)} points`),
    );
    expect(rowsOf('figures of the summary')).toEqual([row('change of the share', points(difference)), ...parts]);
    const known = Object.values(errors).filter((error) => error !== null);
    expect(Math.max(...known)).toBe(errors['model']);
  });
});
