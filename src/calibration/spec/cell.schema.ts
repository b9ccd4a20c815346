import { z } from 'zod';
import { textSchema } from '../../engine/definition/identifier.schema.js';

const stepKinds =
  'add, multiply, power, log, log1p, exp or expm1: true, at_most, at_least, round (digits), or replace: { from, to }';

/** One thing done to a number; steps are done in their order. */
const stepSchema = z.union(
  [
    z.strictObject({ add: z.number() }),
    z.strictObject({ multiply: z.number() }),
    z.strictObject({ power: z.number() }),
    /** Natural logarithm. */
    z.strictObject({ log: z.literal(true) }),
    /** log(1 + x). */
    z.strictObject({ log1p: z.literal(true) }),
    z.strictObject({ exp: z.literal(true) }),
    /** e to the power of x, minus 1. */
    z.strictObject({ expm1: z.literal(true) }),
    z.strictObject({ at_most: z.number() }),
    z.strictObject({ at_least: z.number() }),
    z.strictObject({ round: z.int().min(0).max(15) }),
    z.strictObject({ replace: z.strictObject({ from: z.number(), to: z.number() }) }),
  ],
  { error: `a step is exactly one of: ${stepKinds}` },
);

/** For which rows a cell says anything: where a column has one of some texts, or a number in a range (both ends belong to it). */
const whenSchema = z.union(
  [
    z.strictObject({ column: textSchema, in: z.array(z.string()).min(1) }),
    z.strictObject({ column: textSchema, at_least: z.number().optional(), at_most: z.number().optional() }),
  ],
  { error: 'is a {column} that is {in} some of its texts, or {at_least} or {at_most} a number' },
);

/** What every cell may have besides where it comes from. */
const treatmentShape = {
  steps: z.array(stepSchema).optional(),
  /** Rising bounds: below the first, from the first to below the second, …; `into` names what lies between, one more than bounds. */
  cut: z.array(z.number()).min(1).optional(),
  into: z.array(z.string()).min(2).optional(),
  when: whenSchema.optional(),
};

const valueSchema = z.union([z.string(), z.number(), z.null()]);

const columnCell = z.strictObject({
  column: textSchema,
  /** By the text of the cell; null where that text says nothing. */
  map: z.record(z.string(), valueSchema).optional(),
  /** What texts that are not in `map` stand for; without it they are an error. */
  otherwise: valueSchema.optional(),
  /** What an empty cell stands for. */
  if_missing: z.union([z.string(), z.number()]).optional(),
  ...treatmentShape,
});

const constantCell = z.strictObject({ constant: z.union([z.string(), z.number()]), ...treatmentShape });

export type Step = z.infer<typeof stepSchema>;
export type When = z.infer<typeof whenSchema>;
export type ColumnCell = z.infer<typeof columnCell>;
type Treatment = z.infer<z.ZodObject<typeof treatmentShape>>;
type Composed = Treatment &
  (
    | { divide: readonly [Cell, Cell] }
    | { difference: readonly [Cell, Cell] }
    | { product: readonly Cell[] }
    | { sum: readonly Cell[] }
    | { first: readonly Cell[] }
  );

/** How a value is read from one row of the table. */
export type Cell = ColumnCell | z.infer<typeof constantCell> | Composed;

const inner: z.ZodType<Cell> = z.lazy(() => cellSchema);

export const cellSchema: z.ZodType<Cell> = z.union(
  [
    columnCell,
    constantCell,
    z.strictObject({ divide: z.tuple([inner, inner]), ...treatmentShape }),
    z.strictObject({ difference: z.tuple([inner, inner]), ...treatmentShape }),
    z.strictObject({ product: z.array(inner).min(2), ...treatmentShape }),
    z.strictObject({ sum: z.array(inner).min(2), ...treatmentShape }),
    /** The first of them that says anything. */
    z.strictObject({ first: z.array(inner).min(2), ...treatmentShape }),
  ],
  {
    error:
      'a cell is exactly one of: { column, map?, otherwise?, if_missing? }, { constant }, { divide: [a, b] }, ' +
      '{ difference: [a, b] }, { product: [...] }, { sum: [...] }, { first: [...] }; each may have steps, cut with into, and when',
  },
);
