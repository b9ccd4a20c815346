import type { Attribute, PopulationDefinition } from '../../engine/definition.js';
import { createPeople, maxPackedBytes, type FileTask } from './create-people.js';

/** A file with a column for each attribute. */
function taskWith(attributeCount: number, rows: number): FileTask {
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
  return {
    kind: 'file',
    workflowId: 'w',
    population: { attributes } as unknown as PopulationDefinition,
    format: 'csv',
    bytes: Buffer.from([header, ...Array<string>(rows).fill(row)].join('\n')),
    mapping: { columns: {}, values: {} },
  };
}

describe('createPeople', () => {
  it('A file whose stored population would take more than 10 MB is rejected', async () => {
    const result = await createPeople(taskWith(10, 100_000));
    expect(result).toMatchObject({ ok: false, issueCount: 1, issues: [{ path: '' }] });
    expect(JSON.stringify(result)).toMatch(/can take at most 10000000: send fewer rows or use a workflow with fewer/);
  });

  it('A population within the limit is created', async () => {
    const result = await createPeople(taskWith(4, 1_000));
    if (!result.ok) throw new Error(JSON.stringify(result));
    expect(JSON.stringify(result.people).length).toBeLessThan(maxPackedBytes);
  });
});
