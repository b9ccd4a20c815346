import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { baselineScenario } from '../../../definition/resolve-scenario.js';
import { compile } from '../../../simulation/compile.js';
import { simulateChunk } from '../../../simulation/simulate-chunk.js';
import { withClasses, withCorrelatedTastes, withMoney, withRandomTastes } from '../../../testing/mixed-definitions.js';
import { conditionalLogit } from '../conditional-logit.family.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';
import { compileTastes } from './compile-tastes.js';
import { ownDerivativeFunction } from './draw-tastes.js';
import { sampleSize } from '../../../../test/support/full-level.js';

type Definition = WorkflowOf<ConditionalLogit>;

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../model/testing/linear-mode-choice.json'), 'utf8'),
) as Definition;
const agents = sampleSize(20, 60);
const step = 1e-6;

/** Returns a function from the name of a column to its values. */
function columnsOf(definition: Definition) {
  const { columns } = simulateChunk(compile(definition, baselineScenario(definition), 4), 0, agents);
  return (name: string): ArrayLike<number> | undefined => columns.find((column) => column.name === name)?.values;
}

describe('the derivatives of individual coefficients', () => {
  it.each<[string, Definition]>([
    ['random tastes', withRandomTastes(published)],
    ['correlated tastes', withCorrelatedTastes(published)],
    ['coefficients that are amounts of money', withMoney(published)],
    ['latent classes', withClasses(published)],
    ['random tastes and latent classes', withRandomTastes(withClasses(published))],
  ])(
    'The derivatives with %s equal the change of the coefficients after a small change of an estimate',
    (_, definition) => {
      const model = conditionalLogit.linear(definition.decision);
      const derivativesOf = ownDerivativeFunction(compileTastes(definition.decision), model);
      const before = columnsOf(definition);
      const classes = before('class');
      const positionOf = (taste: string) => model.coefficients.findIndex(({ id }) => id === taste);
      const individual = new Map(model.tastes!.map((taste) => [positionOf(taste), before(`taste.${taste}`)!] as const));
      let compared = 0;
      model.coefficients.forEach((_, changed) => {
        const shifted = structuredClone(definition);
        shifted.decision.coefficients[changed]!.estimate += step;
        const after = columnsOf(shifted);
        // A change of the shares of the classes can move an agent to another class, which has no derivative.
        if (classes && Array.from(classes).some((own, agent) => own !== after('class')![agent])) return;
        for (const taste of model.tastes ?? []) {
          const position = positionOf(taste);
          const [own, now] = [before, after].map((columns) => columns(`taste.${taste}`)!);
          for (let agent = 0; agent < agents; agent++) {
            const relative = derivativesOf(position, classes?.[agent] ?? 0, (at) => individual.get(at)![agent]!)
              .filter(({ coefficient }) => coefficient === changed)
              .reduce((sum, { value }) => sum + value, 0);
            expect(relative * own![agent]!).toBeCloseTo((now![agent]! - own![agent]!) / step, 3);
            if (relative !== 0) compared++;
          }
        }
      });
      expect(compared).toBeGreaterThan(agents);
    },
  );
});
