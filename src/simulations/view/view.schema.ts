import { z } from 'zod';
import { named, objects } from '../schema-parts.js';

const text = z.string();
const pair: z.ZodType<readonly [number, number]> = z.tuple([z.number(), z.number()]);
const interval = pair.nullable().meta({ description: 'Lower and upper end of the 95% interval. Null if unknown.' });

/** How the numbers of a chart are written. */
const numberFormatSchema = z.enum(['percent', 'points', 'number', 'change']).meta({
  description:
    '`percent`: a share as `28.1%`. `points`: a difference of shares in percentage points, `+4.2`. `number`: three significant digits. `change`: the same with a sign.',
});
export type NumberFormat = z.infer<typeof numberFormatSchema>;

/** Sets of numbers of a chart. Each has its own color and symbol. */
const seriesIdSchema = z.enum(['scenario', 'baseline', 'observed', 'simulated', 'second', 'third', 'fourth', 'fifth']);
export type SeriesId = z.infer<typeof seriesIdSchema>;

const seriesSchema = z.strictObject({ id: seriesIdSchema, label: text.meta({ description: 'Name in the legend.' }) });
export type Series = z.infer<typeof seriesSchema>;

const cellSchema = z.strictObject({
  text,
  detail: text.optional().meta({ description: 'Second line of the cell, such as an interval.' }),
});
export type Cell = z.infer<typeof cellSchema>;

const rowSchema = z.strictObject({
  header: text,
  cells: z.array(cellSchema).meta({ description: 'Empty for a heading within the table.' }),
});
export type Row = z.infer<typeof rowSchema>;

const tableShape = {
  caption: text,
  head: z.array(text).meta({ description: 'Titles of the columns. The first belongs to the headers of the rows.' }),
  rows: z.array(rowSchema),
};

const intervalRow = z.strictObject({
  label: text,
  values: objects({ series: seriesIdSchema, value: z.number(), interval }).meta({
    description: 'Empty for a heading.',
  }),
});
export type IntervalRow = z.infer<typeof intervalRow>;

const axis = text.meta({ description: 'Title of the axis of the values.' });
const series = z.array(seriesSchema);

/** A line at one value, with its name. */
const lineSchema = z.strictObject({ value: z.number(), label: text });

const intervalsSchema = z.strictObject({
  type: z.literal('intervals'),
  axis,
  format: numberFormatSchema,
  is_difference: z.boolean().meta({ description: 'Whether the values are differences, so that zero has a line.' }),
  series,
  rows: z.array(intervalRow),
  reference: lineSchema
    .optional()
    .meta({ description: 'A value with which the rows are compared, such as that of all agents.' }),
});
const barsSchema = z.strictObject({
  type: z.literal('bars'),
  axis,
  format: numberFormatSchema,
  bars: objects({
    label: text,
    value: z.number().nullable().meta({ description: 'Null for a heading.' }),
    text,
  }),
});
const tornadoSchema = z.strictObject({
  type: z.literal('tornado'),
  axis,
  format: numberFormatSchema,
  base: z.number().meta({ description: 'Value if no input changes.' }),
  bars: objects({
    label: text,
    low: z.number(),
    high: z.number(),
    low_at: text.nullable().meta({ description: 'Value of the input at the low end. Null if it is not one value.' }),
    high_at: text.nullable().meta({ description: 'Value of the input at the high end.' }),
  }),
});
const curvesSchema = z.strictObject({
  type: z.literal('curves'),
  axis: text.meta({ description: 'Title of the horizontal axis.' }),
  format: numberFormatSchema,
  series,
  lines: objects({
    series: seriesIdSchema,
    points: objects({ step: z.number(), value: z.number(), interval }),
  }),
  marked: z
    .strictObject({ step: z.number(), label: text })
    .nullable()
    .meta({ description: 'A position that a vertical line marks.' }),
  target: lineSchema.optional().meta({ description: 'A value to reach, which a horizontal line marks.' }),
  outside: z
    .array(pair)
    .meta({ description: 'Parts of the horizontal axis outside the data, where values are extrapolations.' }),
});
const heatMapSchema = z.strictObject({
  type: z.literal('heat_map'),
  x_axis: text,
  y_axis: text,
  format: numberFormatSchema,
  cells: objects({
    x: z.number(),
    y: z.number(),
    value: z.number(),
    is_feasible: z.boolean().meta({ description: 'Whether all constraints are satisfied.' }),
  }),
  marked: z.strictObject({ x: z.number(), y: z.number() }).nullable().meta({ description: 'Result of a search.' }),
});

const chartSchema = z.discriminatedUnion('type', [
  intervalsSchema,
  barsSchema,
  tornadoSchema,
  curvesSchema,
  heatMapSchema,
]);
export type Chart = z.infer<typeof chartSchema>;
export type ChartOf<Type extends Chart['type']> = Extract<Chart, { type: Type }>;

const blockSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('heading'), text }),
    z.strictObject({
      type: z.literal('text'),
      text,
      lead: text.optional().meta({ description: 'First words, in bold.' }),
    }),
    z.strictObject({ type: z.literal('list'), items: z.array(text) }),
    z.strictObject({ type: z.literal('warning'), title: text, text, items: z.array(text) }),
    z.strictObject({
      type: z.literal('facts'),
      is_code: z.boolean().meta({ description: 'Whether the values are ids, digests or JSON.' }),
      facts: objects({ name: text, value: text }),
    }),
    z.strictObject({
      type: z.literal('table'),
      ...tableShape,
      is_text: z.boolean().meta({ description: 'Whether the cells are texts, which are aligned at the left.' }),
    }),
    z.strictObject({
      type: z.literal('figure'),
      title: text,
      chart: chartSchema,
      table: z.strictObject(tableShape).meta({ description: 'The same numbers as in the chart, with intervals.' }),
    }),
    z.strictObject({
      type: z.literal('agent'),
      title: text,
      note: text,
      paragraphs: z.array(text).meta({ description: 'Transcript of the agent.' }),
    }),
  ])
  .meta({ id: 'ViewBlock', description: 'A part of a section: text, a table, or a chart with its table.' });
export type Block = z.infer<typeof blockSchema>;
export type BlockOf<Type extends Block['type']> = Extract<Block, { type: Type }>;

const sectionParts = ['answer', 'groups', 'analyses', 'certainty', 'agents', 'reproduction'] as const;

const sectionSchema = named('ViewSection', {
  id: text,
  title: text,
  part: z.enum(sectionParts).meta({ description: 'Part of the result that contains the section.' }),
  blocks: z.array(blockSchema),
});
export type Section = z.infer<typeof sectionSchema>;

export const viewSchema = z
  .strictObject({
    title: text,
    facts: z.array(text).meta({ description: 'Workflow, agents and date.' }),
    question: text.nullable().meta({ description: 'Question that was routed to the workflow.' }),
    scenario: z.array(text).meta({ description: 'Changed parameters and groups of agents, in words.' }),
    headline: z.strictObject({
      text: text.meta({ description: 'Answer in one sentence.' }),
      value: text.nullable().meta({ description: 'Main number.' }),
      interval: text.nullable().meta({ description: '95% interval of the main number.' }),
      figure: text.nullable().meta({ description: 'Id of the figure of the headline.' }),
      figures: objects({ id: text, label: text }).meta({
        description: 'Figures that can be the headline, for the query parameter `figure`.',
      }),
      others: z.array(text).meta({ description: 'Sentences on other figures.' }),
      chart: blockSchema.nullable().meta({ description: 'Figure that shows the answer.' }),
    }),
    trust: z.array(text).meta({ description: 'Sentences on the held-out error, the direction and the data.' }),
    limits: z.array(text).meta({ description: 'Limits of the model.' }),
    sections: z.array(sectionSchema),
  })
  .meta({ id: 'View', description: 'A result in words, tables and charts.' });
export type View = z.infer<typeof viewSchema>;

export const viewText = (noun: string) =>
  `Returns the result of a completed ${noun} as sentences, tables and charts: the answer with its interval, how far to trust it, its limits, and sections with the details. The dashboard and the report show the same.`;
