import { readBuiltInWorkflows } from '../../workflows/built-in-workflows.js';
import { rerankTask } from './rerank.js';

const workflows = [...readBuiltInWorkflows().values()].slice(0, 5);
const ids = workflows.map(({ definition }) => definition.workflow_id);
const task = rerankTask('How many buy an electric car?', workflows);

describe('the choice of a workflow', () => {
  it.each([...ids, null])('One of the given workflows or none can be chosen: %j', (id) =>
    expect(task.check({ workflow_id: id, note: 'ignored' })).toBe(id),
  );

  it.each([
    { workflow_id: 'swissmetro' },
    { workflow_id: 'none' },
    { workflow_id: 3 },
    { workflow_id: [ids[0]] },
    {},
    null,
    ids[0],
  ])('Other answers are invalid: %j', (document) => expect(task.check(document)).toBeUndefined());
});
