import { z } from 'zod';
import { identifierSchema, isoDateSchema, textSchema } from '../../engine/definition/identifier.schema.js';
import { evidenceSchema } from '../../engine/definition/evidence.schema.js';
import { indicatorSchema } from '../../engine/definition/product.schema.js';
import { cellSchema } from './cell.schema.js';

/** Names of what is read: `attribute.age`, `parameter.mailing`, `assignment.seats`, `state.period`, `outcome`, `outcome.lower`. */
const targetSchema = z
  .string()
  .regex(
    /^((attribute|parameter|assignment|state)\.[a-z0-9_]+|outcome(\.[a-z_]+)?)$/,
    'names one of attribute.<id>, parameter.<id>, assignment.<id>, state.<id>, outcome or outcome.<part>',
  );

const expandSchema = z.union(
  [
    /** Rows are people with `outcome.duration` (periods, from 1) and `outcome.event` (0 or 1): one row for each period they waited. */
    z.strictObject({ durations: z.strictObject({ longest: z.int().min(1).optional() }) }),
    /**
     * Rows are people with `outcome.adopted` (period, from 1; missing where never) in groups, with contacts in a file of edges: one row for
     * each period until they adopted, with the states `period`, `exposure` and `group_share`.
     */
    z.strictObject({
      network: z.strictObject({
        periods: z.int().min(1),
        node: textSchema,
        group: textSchema,
        from: textSchema,
        to: textSchema,
      }),
    }),
  ],
  { error: 'is { durations: { longest? } } or { network: { periods, node, group, from, to } }' },
);

const dataSchema = z.strictObject({
  columns: z.record(targetSchema, cellSchema),
  /** Texts that stand for a cell with nothing in it; an empty one only, unless said. */
  missing: z.array(z.string()).default(['']),
  /** Column that tells whose row it is; each row is somebody's own without it. */
  respondent: textSchema.optional(),
  /** Column of groups within which answers go together; respondents without it. */
  cluster: textSchema.optional(),
  /** Column of whole numbers: for how many people like this a row stands. */
  weight: textSchema.optional(),
  /** Column that tells rows for fitting from those held out. */
  split: z.strictObject({ column: textSchema, train: z.string(), test: z.string() }),
  /** Rows are left out where one of these says nothing: columns of the file, or names under `columns`. */
  drop_when_missing: z.array(textSchema).default([]),
  /** Rows are left out where this does not hold. */
  keep_when: z.array(z.strictObject({ column: textSchema, in: z.array(z.string()).min(1) })).default([]),
  expand: expandSchema.optional(),
});

/** One option of a choice, several together, or a range of a number. */
const optionsSchema = z.union([
  z.string(),
  z.number(),
  z.array(z.string()).min(1),
  z.strictObject({ at_least: z.number().optional(), at_most: z.number().optional() }),
]);

const effectSchema = z.strictObject({
  label: textSchema,
  parameter: identifierSchema,
  option: optionsSchema,
  against: optionsSchema,
  outcome: identifierSchema.optional(),
  measure: identifierSchema.optional(),
  among: indicatorSchema.optional(),
});

const referenceSchema = z.strictObject({
  program: textSchema,
  /** Where in the file the fits of the samples are: keys joined by dots. */
  train: z.string(),
  full: z.string().optional(),
  /**
   * Ours → theirs, where the names differ. `first/(Intercept)` is in the part `first` of a fit in parts. `{ field, transform }` is a number
   * elsewhere in the fit, keys joined by dots; null is not compared.
   */
  coefficients: z
    .record(
      identifierSchema,
      z.union([
        z.string(),
        z.null(),
        z.strictObject({ field: z.string(), transform: z.enum(['log', 'negative_log']).optional() }),
      ]),
    )
    .default({}),
});

const fitSchema = z.strictObject({
  /** Whose estimates the decision uses. */
  sample: z.enum(['train', 'full']).default('train'),
  /** Whether standard errors and parameter draws allow for answers within a cluster being alike. */
  clustered: z.boolean().default(false),
  method: z.enum(['newton', 'bfgs']).default('newton'),
  /** In how many rows a coefficient must matter. */
  least_rows: z.int().min(1).default(5),
  /** Attributes with categories by which the held-out people are shown. */
  segments: z.array(identifierSchema).default([]),
  /** Categories with fewer held-out observations are not shown. */
  least_segment: z.int().min(1).default(50),
  effects: z.array(effectSchema).default([]),
  /** Whether margins count each respondent once, however many rows they have, or each row. */
  population_people: z.enum(['respondents', 'rows']).default('respondents'),
  /** Attributes with categories whose combinations are counted together. */
  joint: z.array(identifierSchema).min(2).optional(),
  reference: referenceSchema.optional(),
});

const evidence = evidenceSchema.shape;

/** What of the evidence an author writes. */
export const draftEvidenceSchema = z.strictObject({
  data: evidence.data.omit({ respondents: true, observations: true }),
  split: evidence.split.pick({ method: true }).optional(),
  limits: evidence.limits,
  calibrated_on: isoDateSchema.optional(),
});

export const specSchema = z.strictObject({
  /** A definition without its numbers; `parseSpec` checks it as a whole definition is checked. */
  definition: z.looseObject({ evidence: draftEvidenceSchema }),
  data: dataSchema,
  fit: fitSchema.prefault({}),
});

export type SpecDocument = z.infer<typeof specSchema>;
export type DraftDefinition = SpecDocument['definition'];
export type SpecData = SpecDocument['data'];
export type SpecFit = SpecDocument['fit'];
export type SpecEffect = SpecFit['effects'][number];
export type SpecReference = NonNullable<SpecFit['reference']>;
export type EffectOptions = SpecEffect['option'];
