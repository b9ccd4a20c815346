import fc from 'fast-check';
import { baselineScenario, DefinitionError, EngineError, type WorkflowDefinition } from '../model/definition.js';
import { parseDefinition, simulate } from '../model/simulate.js';
import { agentRenderer } from '../model/transcript.js';
import { sampleSize } from '../test/support/full-level.js';
import { definitionsOfEveryForm } from './testing/every-form.js';

type Fields = Record<string | number, unknown>;
type Place = [holder: Fields, key: string | number];

const isHolder = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** All fields and items of a document. */
function placesOf(holder: Fields): Place[] {
  const keys = Array.isArray(holder) ? [...holder.keys()] : Object.keys(holder);
  return keys.flatMap((key): Place[] => {
    const value = holder[key];
    return [[holder, key], ...(isHolder(value) ? placesOf(value) : [])];
  });
}

const valueAt = ([holder, key]: Place) => holder[key];
const numbers = [0, 1, -1, 0.5, 2, 100, 1e-300, 1e-9, 1e9, 1e15, 1e300, -1e300];

interface Change {
  part: string;
  onlyNumbers: boolean;
  /** Position of the changed place, of the kind of change and of the place with the new value. */
  place: number;
  kind: number;
  other: number;
}

const changes = fc.array(
  fc.record({
    part: fc.constantFrom(
      ...['decision', 'decision', 'decision', 'decision'],
      ...['population', 'scenario', 'narrative', 'evidence'],
    ),
    onlyNumbers: fc.boolean(),
    place: fc.nat(),
    kind: fc.nat(),
    other: fc.nat(),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Deletes, repeats or replaces a field or an item. */
function change([holder, key]: Place, kind: number, other: unknown): void {
  const value = holder[key];
  if (kind % 4 === 0 && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind % 4 === 0) delete holder[key];
  else if (kind % 4 === 1 && Array.isArray(holder)) holder.push(structuredClone(value));
  else if (typeof value === 'number') holder[key] = kind % 3 === 0 ? -value : numbers[kind % numbers.length];
  else holder[key] = structuredClone(other);
}

/** The definition after the changes. Its estimates are those of its coefficients, so that more of them are valid. */
function changed(definition: WorkflowDefinition, list: Change[]): Fields {
  const copy = structuredClone(definition) as unknown as Record<string, Fields>;
  for (const { part, onlyNumbers, place, kind, other } of list) {
    const all = placesOf(copy[part]!);
    const places = onlyNumbers ? all.filter((one) => typeof valueAt(one) === 'number') : all;
    if (places.length > 0) change(places[place % places.length]!, kind, valueAt(all[other % all.length]!));
  }
  const { coefficients } = copy['decision']!;
  const { estimates } = copy['evidence']!;
  if (!Array.isArray(coefficients) || !Array.isArray(estimates)) return copy;
  const byId = new Map((coefficients as (Fields | null)[]).map((one) => [one?.['id'], one?.['estimate']]));
  for (const one of estimates as unknown[])
    if (isHolder(one) && byId.has(one['coefficient'])) one['estimate'] = byId.get(one['coefficient']);
  return copy;
}

const agentCount = 8;

/** Returns the columns with values that are not numbers, and the agents with texts or fields without a value. */
function faultsOf(definition: WorkflowDefinition): string[] {
  const scenario = baselineScenario(definition);
  const output = simulate({ definition, scenario, seed: 1, agentCount, parameterDraws: 5 });
  const columns = output.columns.filter(({ values }) => Array.from<number>(values).some(Number.isNaN));
  const render = agentRenderer(definition, scenario, output);
  const agents = Array.from({ length: agentCount }, (_, index) => JSON.stringify(render(index)));
  return [...columns.map(({ name }) => name), ...agents.filter((agent) => /NaN|undefined|Infinity/.test(agent))];
}

describe('definitions with random changes', () => {
  it.each(definitionsOfEveryForm)(
    'A changed definition of %s is refused with its issues, fails with a code or runs',
    (_, own) => {
      const property = fc.property(changes, (list) => {
        try {
          expect(faultsOf(parseDefinition(changed(own, list)))).toEqual([]);
        } catch (error) {
          if (!(error instanceof EngineError)) throw error;
          if (error instanceof DefinitionError) expect(error.issues).not.toEqual([]);
        }
      });
      // Smaller counterexamples take minutes to find.
      fc.assert(property, { numRuns: sampleSize(3, 300), endOnFailure: true });
    },
  );
});
