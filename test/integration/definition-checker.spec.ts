import { join } from 'node:path';
import { DefinitionChecker } from '../../src/workflows/publication/publications.service.js';
import { slowDefinition, testDefinition } from '../support/definitions.js';
import { projectFolder } from '../support/operator.js';

describe('the definition checker', () => {
  const thread = join(projectFolder, 'dist/src/workflows/publication/definition-check.thread.js');
  let checker: DefinitionChecker;
  beforeAll(() => {
    // Long enough for a usual definition on a busy machine.
    checker = new DefinitionChecker(thread, 60_000);
  });
  afterAll(() => checker.onApplicationShutdown());

  it('The checker rejects a definition that takes too long', async () => {
    const strict = new DefinitionChecker(thread, 100);
    const rejected = await strict.check(slowDefinition('slow'));
    await strict.onApplicationShutdown();
    expect(rejected).toMatchObject({ ok: false, issues: [{ path: '' }] });
    expect(JSON.stringify(rejected)).toContain('exceed the time limit');
  });

  it('The checker returns the same digests for the same definition', async () => {
    const [one, other] = await Promise.all([
      checker.check(testDefinition('twice')),
      checker.check(testDefinition('twice')),
    ]);
    expect(one).toMatchObject({ ok: true });
    expect(other).toEqual(one);
  });
});
