import type { Attribute, PopulationDefinition } from '../../../model/definition.js';
import { createPeople, maxPackedBytes, type PeopleResult } from './create-people.js';

/** The population of a file with a column for each attribute. */
function created(attributeCount: number, rows: number): Promise<PeopleResult> {
  const quantiles = { probabilities: [0, 1], values: [0, 0.1] };
  const attributes = Array.from({ length: attributeCount }, (_, k): Attribute => ({
    type: 'continuous',
    id: `price_${k}`,
    label: `Price ${k}`,
    unit: '$',
    quantiles,
  }));
  const header = attributes.map(({ id }) => id).join();
  const row = attributes.map(() => '0.0123').join();
  const population = { attributes } as unknown as PopulationDefinition;
  const file = Buffer.from([header, ...Array<string>(rows).fill(row)].join('\n'));
  return createPeople(
    { kind: 'file', workflowId: 'w', population, format: 'csv', mapping: { columns: {}, values: {} } },
    () => file,
  );
}

describe('createPeople', () => {
  it('A file whose stored population would take more than 10 MB is rejected', async () => {
    const result = await created(10, 100_000);
    expect(result).toMatchObject({ ok: false, issueCount: 1, issues: [{ path: '' }] });
    expect(JSON.stringify(result)).toMatch(/can take at most 10000000: send fewer rows or use a workflow with fewer/);
  });

  it('A population within the limit is created', async () => {
    const result = await created(4, 1_000);
    if (!result.ok) throw new Error(JSON.stringify(result));
    expect(JSON.stringify(result.people).length).toBeLessThan(maxPackedBytes);
  });
});
