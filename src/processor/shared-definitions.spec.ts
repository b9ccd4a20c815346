import { readBuiltInWorkflows } from '../workflows/built-in-workflows.js';
import { ParsedDefinitions, SharedDefinitions } from './engine-caches.js';

describe('SharedDefinitions', () => {
  const workflows = [...readBuiltInWorkflows().values()];

  it('A thread reads each built-in definition as it was sent', () => {
    const [shared, parsed] = [new SharedDefinitions(), new ParsedDefinitions()];
    for (const workflow of workflows) expect(parsed.of(shared.of(workflow))).toEqual(workflow.definition);
  });

  it('A definition is written and parsed once for each digest', () => {
    const [shared, parsed] = [new SharedDefinitions(), new ParsedDefinitions()];
    const [workflow, other] = workflows as [(typeof workflows)[number], (typeof workflows)[number]];
    const sent = shared.of(workflow);
    expect(shared.of(workflow)).toBe(sent);
    expect(parsed.of({ ...sent })).toBe(parsed.of(sent));
    expect(parsed.of(shared.of(other))).not.toBe(parsed.of(sent));
  });
});
