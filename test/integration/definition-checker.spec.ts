import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../src/engine/index.js';
import { DefinitionChecker } from '../../src/workflows/publication/definition-checker.service.js';
import { testDefinition } from '../support/definitions.js';
import { projectFolder } from '../support/operator.js';

describe('the definition checker', () => {
  let checker: DefinitionChecker;
  beforeAll(() => {
    const thread = join(projectFolder, 'dist/src/workflows/publication/definition-check.thread.js');
    checker = new DefinitionChecker(thread, 4_000);
  });
  afterAll(() => checker.onApplicationShutdown());

  it('The checker rejects a definition that takes too long, does not block the event loop and then checks the next one', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 20);
    const rejected = await checker.check(slowDefinition());
    clearInterval(timer);
    expect(rejected).toMatchObject({ ok: false, issues: [{ path: '' }] });
    expect(JSON.stringify(rejected)).toContain('exceed the time limit');
    expect(ticks).toBeGreaterThan(20);
    expect(await checker.check(testDefinition('next'))).toMatchObject({ ok: true });
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

/** Each agent has 400 periods, and each period evaluates 800 terms. */
function slowDefinition(): unknown {
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
