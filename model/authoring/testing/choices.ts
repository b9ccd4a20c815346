import type { ConditionalLogit } from '../../families/conditional-logit/conditional-logit.schema.js';
import { modelOf } from '../../fitting/calibrate.js';
import { fitSample } from '../../fitting/fit-sample.js';
import type { Table } from '../../fitting/rows/table.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { parseRecipe } from '../recipe/parse-recipe.js';
import { numbers } from './numbers.js';

/** Estimates of a spec, by coefficient. */
export function fitted(spec: string, table: Table) {
  const expansion = expandSpec(parseSpec(spec), table);
  const recipe = parseRecipe(expansion.recipe);
  const model = modelOf({ recipe, data: expansion.table });
  const { fit } = fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit);
  const estimates = Object.fromEntries(fit.names.map((name, k) => [name, fit.estimates[k]!]));
  return { estimates, ...expansion, decision: recipe.definition.decision as ConditionalLogit };
}

export const tableOf = (records: readonly Readonly<Record<string, string | number>>[]): Table => ({
  lines: Int32Array.from(records, (_, k) => k + 2),
  columns: new Map(Object.keys(records[0]!).map((name) => [name, records.map((record) => String(record[name]))])),
});

export interface Shown {
  readonly resp: number;
  readonly task: number;
  readonly option: number;
  readonly price: number;
  readonly brand: string;
  readonly isChosen: boolean;
}

/** Choices of 30 respondents in six tasks of three products, or of none. */
export function conjoint(none = -Infinity): readonly Shown[] {
  const next = numbers(11);
  const of = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;
  const gumbel = () => -Math.log(-Math.log(next()));
  const worth = { Acme: 0, Bolt: 0.6, Core: -0.4 };
  return Array.from({ length: 180 }, (_, k) => {
    const shown = [1, 2, 3].map((option) => ({
      option,
      price: of([9, 12, 15]),
      brand: of(['Acme', 'Bolt', 'Core'] as const),
    }));
    const utilities = shown.map(({ price, brand }) => worth[brand] - 0.15 * price + gumbel());
    const best = Math.max(...utilities, none + gumbel());
    const [resp, task] = [Math.floor(k / 6) + 1, (k % 6) + 1];
    return shown.map((own, at) => ({ ...own, resp, task, isChosen: utilities[at] === best }));
  }).flat();
}
