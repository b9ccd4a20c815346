import { join } from 'node:path';
import { DefinitionChecker } from '../../src/workflows/publication/definition-checker.service.js';
import { slowDefinition, testDefinition } from '../support/definitions.js';
import { projectFolder } from '../support/operator.js';

describe('the definition checker', () => {
  let checker: DefinitionChecker;
  beforeAll(() => {
    const thread = join(projectFolder, 'dist/src/workflows/publication/definition-check.thread.js');
    checker = new DefinitionChecker(thread, 5_000);
  });
  afterAll(() => checker.onApplicationShutdown());

  it('The checker rejects a definition that takes too long, does not block the event loop and then checks the next one', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 20);
    const rejected = await checker.check(slowDefinition('slow'));
    clearInterval(timer);
    expect(rejected).toMatchObject({ ok: false, issues: [{ path: '' }] });
    // A fast machine reaches the limit of memory first.
    expect(JSON.stringify(rejected)).toMatch(/exceed the time limit|of memory/);
    expect(ticks).toBeGreaterThan(20);
    expect(await checker.check(testDefinition('next'))).toMatchObject({ ok: true });
  });
});
