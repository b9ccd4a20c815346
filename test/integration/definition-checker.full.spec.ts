import { join } from 'node:path';
import { DefinitionChecker } from '../../src/workflows/publication/publications.service.js';
import { slowDefinition, testDefinition } from '../support/definitions.js';
import { projectFolder } from '../support/operator.js';

describe('the definition checker', () => {
  const thread = join(projectFolder, 'dist/src/workflows/publication/definition-check.thread.js');
  let checker: DefinitionChecker;
  beforeAll(() => {
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

  it('A check that uses more than four seconds of processor time is rejected, also if there is time for more', async () => {
    const patient = new DefinitionChecker(thread, 300_000);
    const rejected = await patient.check(slowDefinition('slow', { terms: 150 }));
    await patient.onApplicationShutdown();
    expect(rejected).toEqual({ ok: false, issues: [expect.objectContaining({ path: '' })] });
    expect(JSON.stringify(rejected)).toContain('exceed the time limit');
  });
});
