import { parseDefinition } from '../../model/simulate.js';
import { readBuiltInWorkflows } from './built-in-workflows.js';

describe('readBuiltInWorkflows', () => {
  it.each([...readBuiltInWorkflows().values()].map(({ definition }) => [definition.workflow_id, definition]))(
    'The file of %s is valid and has no value that parsing would change',
    (_, definition) => expect(parseDefinition(definition)).toEqual(definition),
  );
});
