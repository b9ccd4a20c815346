import { join } from 'node:path';
import { DefinitionChecker } from '../../src/workflows/publication/publications.service.js';
import { slowDefinition, testDefinition } from '../support/definitions.js';
import { itInFullLevel } from '../support/full-level.js';
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

  itInFullLevel(
    'The checker rejects a definition that takes too long, does not block the event loop and then checks the next one',
    async () => {
      const usual = new DefinitionChecker(thread, 5_000);
      let ticks = 0;
      const timer = setInterval(() => ticks++, 20);
      const rejected = await usual.check(slowDefinition('slow'));
      clearInterval(timer);
      expect(rejected).toMatchObject({ ok: false, issues: [{ path: '' }] });
      // A fast machine reaches the limit of memory first.
      expect(JSON.stringify(rejected)).toMatch(/exceed the time limit|of memory/);
      expect(ticks).toBeGreaterThan(20);
      expect(await usual.check(testDefinition('next'))).toMatchObject({ ok: true });
      await usual.onApplicationShutdown();
    },
  );

  itInFullLevel(
    'A check that uses more than four seconds of processor time is rejected, also if there is time for more',
    async () => {
      const patient = new DefinitionChecker(thread, 300_000);
      const rejected = await patient.check(slowDefinition('slow', { terms: 150 }));
      await patient.onApplicationShutdown();
      expect(rejected).toEqual({ ok: false, issues: [expect.objectContaining({ path: '' })] });
      expect(JSON.stringify(rejected)).toContain('exceed the time limit');
    },
  );
});
