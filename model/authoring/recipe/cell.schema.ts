import { z } from 'zod';
import { textSchema } from '../../definition.js';

const stepKinds =
  'add, multiply, power, log, log1p, exp or expm1: true, at_most, at_least, round (digits), or replace: { from, to }';

/** One transformation of a number. Steps apply in their order. */
const stepSchema = z.union(
  [
    z.strictObject({ add: z.number() }),
    z.strictObject({ multiply: z.number() }),
    z.strictObject({ power: z.number() }),
    z.strictObject({ log: z.literal(true) }),
    /** ln(1 + x). */
    z.strictObject({ log1p: z.literal(true) }),
    z.strictObject({ exp: z.literal(true) }),
    /** e^x - 1. */
    z.strictObject({ expm1: z.literal(true) }),
    z.strictObject({ at_most: z.number() }),
    z.strictObject({ at_least: z.number() }),
    z.strictObject({ round: z.int().min(0).max(15) }),
    z.strictObject({ replace: z.strictObject({ from: z.number(), to: z.number() }) }),
  ],
  { error: `a step must be exactly one of: ${stepKinds}` },
);

/**
 * Rows for which a cell has a value: a column has one of some texts, or a number in a range that includes both ends.
 */
const whenSchema = z.union(
  [
    z.strictObject({ column: textSchema, in: z.array(z.string()).min(1) }),
    z.strictObject({ column: textSchema, at_least: z.number().optional(), at_most: z.number().optional() }),
  ],
  { error: 'must be { column, in } with texts, or { column, at_least?, at_most? } with numbers' },
);

const treatmentShape = {
  steps: z.array(stepSchema).optional(),
  /**
   * Ascending bounds: below the first, from the first to below the second, and so on. `into` names the intervals, one
   * more than bounds.
   */
  cut: z.array(z.number()).min(1).optional(),
  into: z.array(z.string()).min(2).optional(),
  when: whenSchema.optional(),
};

const valueSchema = z.union([z.string(), z.number(), z.null()]);

const columnCell = z.strictObject({
  column: textSchema,
  /** Value by cell text; null if the text means no value. */
  map: z.record(z.string(), valueSchema).optional(),
  /** Value of texts that are not in `map`. Without it, such texts are errors. */
  otherwise: valueSchema.optional(),
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
    | { mean: Cell; by: string }
  );

/** Describes how a value is read from one row of the table. */
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
    /** The first cell with a value. */
    z.strictObject({ first: z.array(inner).min(2), ...treatmentShape }),
    /** Mean over the rows with the same text in column `by`, such as those of a respondent. */
    z.strictObject({ mean: inner, by: textSchema, ...treatmentShape }),
  ],
  {
    error:
      'a cell must be exactly one of: { column, map?, otherwise?, if_missing? }, { constant }, { divide: [a, b] }, ' +
      '{ difference: [a, b] }, { product: [...] }, { sum: [...] }, { first: [...] }, { mean: a, by: column }; each may have steps, cut with into, and when',
  },
);
