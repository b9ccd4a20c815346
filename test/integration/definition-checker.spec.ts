import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../src/engine/index.js';
import { DefinitionChecker } from '../../src/workflows/publication/definition-checker.service.js';
import { testDefinition } from '../support/definitions.js';
import { projectFolder } from '../support/operator.js';

describe('the check of definitions in its thread', () => {
  let checker: DefinitionChecker;
  beforeAll(() => {
    const thread = join(projectFolder, 'dist/src/routing/promotion/definition-check.thread.js');
    checker = new DefinitionChecker(thread, 4_000);
  });
  afterAll(() => checker.onApplicationShutdown());

  it('refuses one that does not end, keeps the event loop free meanwhile, and checks the next', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 20);
    const refused = await checker.check(endless());
    clearInterval(timer);
    expect(refused).toMatchObject({ ok: false, issues: [{ path: '' }] });
    expect(JSON.stringify(refused)).toContain('too long');
    expect(turns).toBeGreaterThan(20);
    expect(await checker.check(testDefinition('next'))).toMatchObject({ ok: true });
  });

  it('finds the same digests again for the same definition', async () => {
    const [one, other] = await Promise.all([
      checker.check(testDefinition('twice')),
      checker.check(testDefinition('twice')),
    ]);
    expect(one).toMatchObject({ ok: true });
    expect(other).toEqual(one);
  });
});

/** Each agent is looked at in 400 periods, and each look takes hundreds of terms. */
function endless(): unknown {
  const file = join(projectFolder, 'src/catalog/unemployment-duration.json');
  const definition = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
  const decision = definition.decision as WorkflowDefinition['decision'] & { family: 'hazard' };
  const [first] = decision.terms;
  const log = { state: 'period', transform: 'log' } as const;
  const terms = Array.from({ length: 800 }, (_, k) => ({ ...first!, id: `t${k}`, scale: 1e-9, factors: [log, log] }));
  const outcomes = decision.outcomes.map((outcome, k) =>
    k === decision.outcomes.length - 2 ? { ...outcome, until: 400 } : outcome,
  );
  return { ...definition, decision: { ...decision, periods: 400, outcomes, terms: [...decision.terms, ...terms] } };
}
