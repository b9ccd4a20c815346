import { z } from 'zod';
import { numericParameters, resolveScenario, scenarioJsonSchema, traitsOf } from '../../../model/definition.js';
import { questionKinds } from '../../../questions/reading.js';
import { groupsOf } from '../../../questions/group-names.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { dataRule, nullable, strictObject, type Task } from './task.js';

const maxCharacters = 500;
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * The excerpt of the question that a quote copies. Only white space may differ. Undefined if the question does not contain the quote, or if the
 * quote has no letter and no digit. The result is text of the question, never of the model.
 */
export function excerptOf(question: string, quote: string): string | undefined {
  if (quote.length > maxCharacters || !/[\p{L}\p{N}]/u.test(quote)) return undefined;
  const parts = quote.trim().split(/\s+/u).map(escaped);
  return new RegExp(parts.join('\\s+')).exec(question)?.[0];
}

const instructions = [
  'You read the parameter values of a simulation from a question, which may be in any language.',
  dataRule,
  '`kind`: scenario (the effect of a change), baseline (today), comparison (two or more scenarios), range (a parameter between two ends), goal (the value that reaches a result), forecast (a date in the future), denied (a change that does not happen).',
  '`parameters`: for each parameter that the question sets, `value` in the unit of the parameter and `quote`. Compute relative changes from `default`: with default 1, "20% lower" is 0.8. Use only values from minimum to maximum, or options. Return null for all other parameters. Never use the number of a goal. `stated`: whether the question states the amount or names the option. If it states a direction only ("cheaper"), change the value by its `typical_changes` in that direction, or by 10% of the default if there is none, and set `stated` to false.',
  '`segments`: groups of `attributes` that the question asks about, with their ids and `quote`.',
  '`unread`: parts of the question that state a change which no parameter can express.',
  'Each quote is the shortest part of the question that states the value, copied character by character.',
].join('\n');

const quoteSchema = z.string().max(2_000);
const readingSchema = z.object({
  value: z.union([z.number(), z.string().max(200)]),
  stated: z.boolean(),
  quote: quoteSchema,
});
const segmentSchema = z.object({ attribute: z.string(), group: z.string(), quote: quoteSchema });
const documentSchema = z.object({
  kind: z.enum(questionKinds),
  parameters: z.record(z.string(), z.unknown()),
  segments: z.array(z.unknown()).max(100),
  unread: z.array(z.unknown()).max(100),
});

/** What the language model read in a question. All words are excerpts of the question. */
const modelReadingSchema = z.strictObject({
  kind: z.enum(questionKinds),
  values: z.array(
    z.strictObject({
      parameter: z.string(),
      value: z.union([z.number(), z.string()]),
      words: z.string(),
      source: z.enum(['read', 'assumed']),
    }),
  ),
  segments: z.array(z.strictObject({ attribute: z.string(), values: z.array(z.string()), words: z.string() })),
  /** Words with a change that no parameter can express. */
  unread: z.array(z.string()),
  /** Parameters whose reading was dropped: the value is not allowed, or the question does not contain the quote. */
  dropped: z.array(z.string()),
});
export type ModelReading = z.infer<typeof modelReadingSchema>;

const maxListedGroups = 40;

/** Reads parameter values and segments. Only parameters of the definition can be set, and only to values that the definition allows. */
export function extractTask(question: string, { definition, digest }: Workflow): Task<ModelReading> {
  const { parameters } = definition.scenario;
  const attributes = definition.population.attributes
    .map((attribute) => ({ id: attribute.id, label: attribute.label, groups: groupsOf(attribute) }))
    .filter(({ groups }) => groups.length <= maxListedGroups);
  return {
    name: 'extract',
    version: 2,
    definitions: [digest],
    instructions,
    data: {
      workflow: definition.name,
      parameters: scenarioJsonSchema(definition).properties,
      typical_changes: Object.fromEntries(
        numericParameters(parameters).flatMap((one) => (one.typical_change ? [[one.id, one.typical_change]] : [])),
      ),
      attributes: attributes.map(({ id, label, groups }) => ({
        id,
        label,
        groups: groups.map((group) => ({ id: group.id, label: group.label })),
      })),
      question,
    },
    schema: strictObject({
      kind: { type: 'string', enum: [...questionKinds] },
      parameters: strictObject(
        Object.fromEntries(parameters.map((one) => [one.id, nullable(readingOf(traitsOf(one).jsonSchema()))])),
      ),
      segments: { type: 'array', items: strictObject({ attribute: text, group: text, quote: text }) },
      unread: { type: 'array', items: text },
    }),
    maxTokens: 500 + 60 * parameters.length,
    check(document) {
      const parsed = documentSchema.safeParse(document);
      if (!parsed.success) return undefined;
      const { kind, segments, unread } = parsed.data;
      const read = parameters.flatMap(({ id }) => {
        const given = Object.hasOwn(parsed.data.parameters, id) ? parsed.data.parameters[id] : null;
        return given === null ? [] : [{ parameter: id, reading: readingSchema.safeParse(given).data }];
      });
      const checked = read.map(({ parameter, reading }) => {
        const words = reading && excerptOf(question, reading.quote);
        const value = reading && allowed(parameter, reading.value);
        if (words === undefined || value === undefined) return { parameter, valid: [] };
        const source = reading?.stated === true ? ('read' as const) : ('assumed' as const);
        return { parameter, valid: [{ parameter, value, words, source }] };
      });
      return {
        kind,
        values: checked.flatMap(({ valid }) => valid),
        segments: segmentsOf(segments),
        unread: unread.flatMap((quote) => excerptOf(question, quoteSchema.safeParse(quote).data ?? '') ?? []),
        dropped: checked.filter(({ valid }) => valid.length === 0).map(({ parameter }) => parameter),
      };
    },
    answer: modelReadingSchema,
  };

  /** The value as the engine would use it. Undefined if the engine would reject it. */
  function allowed(parameter: string, value: number | string): number | string | undefined {
    const resolution = resolveScenario(definition, { [parameter]: value });
    return resolution.ok ? resolution.scenario[parameter] : undefined;
  }

  function segmentsOf(given: readonly unknown[]): ModelReading['segments'] {
    const valid = given.flatMap((one) => {
      const segment = segmentSchema.safeParse(one).data;
      const attribute = attributes.find(({ id }) => id === segment?.attribute);
      const words = segment && excerptOf(question, segment.quote);
      const isGroup = attribute?.groups.some(({ id }) => id === segment?.group);
      return segment && words !== undefined && isGroup ? [{ ...segment, words }] : [];
    });
    return [...new Set(valid.map(({ attribute }) => attribute))].map((attribute) => {
      const own = valid.filter((one) => one.attribute === attribute);
      return { attribute, values: [...new Set(own.map(({ group }) => group))], words: own[0]!.words };
    });
  }
}

const text = { type: 'string' };

/** Bounds are in the data only: not every server supports them in a strict schema. */
const readingOf = (schema: ReturnType<ReturnType<typeof traitsOf>['jsonSchema']>) =>
  strictObject({
    value: { type: schema.type, ...('enum' in schema && { enum: schema.enum }) },
    stated: { type: 'boolean' },
    quote: text,
  });

const translationInstructions = [
  'You translate a question into English.',
  dataRule,
  'Keep all numbers, units and names. Add nothing, leave nothing out, and do not answer the question.',
].join('\n');

const maxEnglishCharacters = 4_000;
const englishSchema = z.string().trim().min(10).max(maxEnglishCharacters);
const translationSchema = z.object({ english: englishSchema });

/** Translates a question. The translation is only routed and compared: it is neither returned nor stored. */
export function translateTask(question: string): Task<string> {
  return {
    name: 'translate',
    version: 1,
    definitions: [],
    instructions: translationInstructions,
    data: { question },
    schema: strictObject({ english: { type: 'string' } }),
    maxTokens: 1_500,
    check: (document) => translationSchema.safeParse(document).data?.english,
    answer: englishSchema,
  };
}
