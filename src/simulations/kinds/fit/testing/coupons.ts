import { calibrate } from '../../../../../model/fitting/calibrate.js';
import { parseRecipe } from '../../../../../model/authoring/recipe/parse-recipe.js';
import type { Table } from '../../../../../model/fitting/rows/table.js';
import type { ExpectedReading } from '../../../../../model/authoring/assemble.js';
import { expandSpec } from '../../../../../model/authoring/expand-spec.js';
import { parseSpec } from '../../../../../model/authoring/parse-spec.js';
import type { WorkflowDefinition } from '../../../../../model/definition.js';
import type { FitResult } from '../result.schema.js';
import { sampleAnswers } from '../execute-fit.js';

const moods = ['low', 'medium', 'high'];
const rowCount = 1200;
const rows = Array.from({ length: rowCount }, (_, k) => {
  const draw = (7919 * (k + 1)) % 1000;
  const dose = ['none', 'low', 'medium', 'high'][Math.floor(k / 2) % 4]!;
  const fee = [0, 5, 10, 20][Math.floor(k / 8) % 4]!;
  const age = 20 + ((31 * k) % 47);
  const mood = moods[draw % 3]!;
  const visits = [550, 830, 950].filter((bound) => draw >= bound).length;
  const plan = ['Monthly', 'OneYear', 'TwoYear'][Math.floor(k / 4) % 3]!;
  return {
    mood,
    visits,
    plan,
    coupon: String(k % 2),
    dose,
    fee,
    age,
    bought: draw < (k % 2 === 1 ? 450 : 300) ? '1' : '0',
  };
});
/** Purchases, moods and visits by coupon, plan, dose, fee and age. */
const coupons: Table = {
  lines: Int32Array.from(rows, (_, k) => k + 2),
  columns: new Map(
    (['coupon', 'plan', 'dose', 'fee', 'age', 'bought', 'mood', 'visits'] as const).map((name) => [
      name,
      rows.map((row) => String(row[name])),
    ]),
  ),
};

/** The workflow that a spec gives with a table, and its questions. @param rest the spec without its title */
export function couponWorkflow(
  rest: string,
  data = coupons,
): {
  definition: WorkflowDefinition;
  questions: readonly ExpectedReading[];
} {
  const { recipe, table, questions } = expandSpec(parseSpec(`title: Coupons\n${rest}`), data);
  const { definition } = calibrate({ recipe: parseRecipe(recipe), data: table, calibratedOn: '2025-01-01' });
  return { definition, questions };
}

/** The first sample answer of a workflow that predicts an outcome from coupon and age. @param more further fields of the spec */
export function couponAnswer(outcome: string, more = ''): FitResult['answers'][number] {
  const spec = `formula: ${outcome} ~ coupon + age\nparameters: { coupon: { randomized: true } }\n${more}`;
  const { definition, questions } = couponWorkflow(spec);
  return sampleAnswers(definition, questions)[0]!;
}
