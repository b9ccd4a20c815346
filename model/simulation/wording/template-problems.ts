import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { hasCategories } from '../../definition/population.schema.js';
import { numericParameters } from '../../definition/parameter-types.js';
import type { Issue } from '../../engine-error.js';
import { familyOf } from '../../families/family-of.js';
import { displayQuantity } from '../../transcript/quantity.js';
import { placeholders } from '../../transcript/template.js';

/** A text of a definition with the units of its placeholders that are quantities. */
interface Template {
  readonly path: string;
  readonly text: string;
  readonly units: Readonly<Record<string, string>>;
  /** Placeholders that the text must contain. */
  readonly required?: readonly string[];
  /** Placeholders that the text can contain; undefined if the definition check covers them. */
  readonly allowed?: readonly string[];
  /** Whether the text is inserted into a sentence, so that it must not end one. */
  readonly isClause?: boolean;
}

/** Problems of the texts of the narrative that do not depend on the agent, with the path of each text. */
export function templateProblems(definition: WorkflowDefinition): Issue[] {
  return [...templatesOf(definition).flatMap(problemsOf), ...unusedTexts(definition), ...verbNouns(definition)];
}

function problemsOf({ path, text, units, required = [], allowed, isClause }: Template): Issue[] {
  const names = placeholders(text);
  const messages = [
    ...required.filter((name) => !names.includes(name)).map((name) => `does not contain {${name}}`),
    ...names
      .filter((name) => allowed && !allowed.includes(name))
      .map(
        (name) =>
          `unknown placeholder "${name}"; known: ${allowed!.length > 0 ? allowed!.join(', ') : 'none in this text'}`,
      ),
    ...Object.entries(units).flatMap(([name, unit]) => repeatedUnit(text, name, unit) ?? []),
    ...(isClause && /[.!?]$/.test(text) ? ['ends with a punctuation mark, but is inserted into a sentence'] : []),
    ...(isClause && /^(The|It|An?|My|This|These|There|Because|With|In|At) /.test(text) && !path.endsWith('baseline')
      ? ['starts with a capital letter, but is inserted into a sentence']
      : []),
  ];
  return messages.map((message) => ({ path, message }));
}

/** Whether the words next to a placeholder repeat the unit that its value already contains. */
function repeatedUnit(text: string, name: string, unit: string): string | undefined {
  const examples = [displayQuantity(1, unit), displayQuantity(2, unit), displayQuantity(54, unit)];
  const words = new Set(examples.map((example) => example.replace(/-?\d[\d.,]*/g, '').trim()).filter((word) => word));
  if (unit === 'min') ['min', 'minutes'].forEach((word) => words.add(word));
  if (unit === 'share') ['%', 'percent'].forEach((word) => words.add(word));
  if (unit === 'USD') ['$', 'USD', 'dollars'].forEach((word) => words.add(word));
  const [before = '', after = ''] = text.split(`{${name}}`);
  const repeated = [...words].find((word) => {
    const start = after.trimStart();
    const isAfter = start.startsWith(word) && !/^[\p{L}\d]/u.test(start.slice(word.length));
    const isBefore = before.trimEnd().endsWith(word) && /^(CHF|CAD|AUD|EUR|USD|\$)$/.test(word);
    return isAfter || isBefore;
  });
  return repeated === undefined
    ? undefined
    : `states the unit twice: {${name}} already contains "${repeated}", as in "${displayQuantity(54, unit)}"`;
}

function templatesOf(definition: WorkflowDefinition): Template[] {
  const { narrative, population, scenario, decision } = definition;
  const attributeUnits = Object.fromEntries(
    population.attributes.flatMap((one) => (hasCategories(one) ? [] : [[one.id, one.unit] as const])),
  );
  const parameterUnits = new Map(numericParameters(scenario.parameters).map(({ id, unit }) => [id, unit]));
  const units = {
    ...attributeUnits,
    ...Object.fromEntries([...parameterUnits].map(([id, unit]) => [`parameter.${id}`, unit])),
  };
  const variableUnits = new Map(
    familyOf(decision)
      .linear(decision)
      .variables.map(({ id, unit }) => [id, unit]),
  );
  const unitIf = (names: readonly string[], unit: string | undefined) =>
    Object.fromEntries(unit === undefined ? [] : names.map((name) => [name, unit]));
  const clause = { units: {}, isClause: true };
  return [
    ...narrative.introduction.map(({ text }, k) => ({ path: `narrative.introduction.${k}.text`, text, units })),
    ...narrative.situation.map(({ text }, k) => ({ path: `narrative.situation.${k}.text`, text, units })),
    ...Object.entries(narrative.assignments).flatMap(([id, { assigned, not_assigned: notAssigned }]) => [
      ...(assigned ? [{ path: `narrative.assignments.${id}.assigned`, text: assigned, units }] : []),
      ...(notAssigned ? [{ path: `narrative.assignments.${id}.not_assigned`, text: notAssigned, units }] : []),
    ]),
    ...Object.entries(narrative.variables).flatMap(([id, { text, zero }]): Template[] => {
      const path = `narrative.variables.${id}`;
      const own = unitIf(['value'], variableUnits.get(id));
      return [
        { path: `${path}.text`, text, units: own, required: ['value'], allowed: ['value'] },
        ...(zero ? [{ path: `${path}.zero`, text: zero, units: own, allowed: [] }] : []),
      ];
    }),
    ...narrative.reasons.flatMap((reason, k): Template[] => {
      const unit = reason.variable === undefined ? undefined : variableUnits.get(reason.variable);
      const own = { ...units, ...unitIf(['value', 'difference', 'chosen_value', 'other_value'], unit) };
      return reasonParts.flatMap((part) => {
        const text = reason[part];
        return text ? [{ path: `narrative.reasons.${k}.${part}`, text, units: own, isClause: true }] : [];
      });
    }),
    ...Object.entries(narrative.levers).map(([id, { text, variable }]): Template => {
      const unit = variable === undefined ? parameterUnits.get(id) : variableUnits.get(variable);
      const own = unitIf(['new', 'old'], unit);
      return { path: `narrative.levers.${id}.text`, text, units: own, required: ['new'], allowed: ['new', 'old'] };
    }),
    ...(['chosen', 'would', 'would_have'] as const).map((part): Template => ({
      path: `narrative.outcome.${part}`,
      text: narrative.outcome[part],
      units: {},
      required: ['alternative'],
      allowed: ['alternative'],
      isClause: part !== 'chosen',
    })),
    { path: 'narrative.peers', text: narrative.peers, allowed: [], ...clause },
    { path: 'narrative.baseline', text: narrative.baseline, allowed: [], ...clause },
  ];
}

/** Families whose sentences use the noun of an outcome as a noun phrase: `main reasons for {noun}`, `the model predicts {noun}`. */
const nounFamilies: readonly string[] = ['conditional_logit', 'binary_logit', 'ordered_logit'];

function verbNouns({ decision, narrative }: WorkflowDefinition): Issue[] {
  if (!nounFamilies.includes(decision.family) || !/\b(I|we) \{alternative\}/i.test(narrative.outcome.chosen)) return [];
  const message =
    'lacks a verb: {alternative} follows the pronoun, but other sentences need a noun phrase, such as "main reasons for {alternative}". Write "I end up {alternative}", with nouns such as "paying" and "not paying"';
  return [{ path: 'narrative.outcome.chosen', message }];
}

const comparedParts = ['text', 'less', 'more', 'absent_chosen', 'absent_other'] as const;
const typicalParts = ['raises', 'lowers'] as const;
const reasonParts = [...comparedParts, ...typicalParts];

function unusedTexts({ decision, narrative }: WorkflowDefinition): Issue[] {
  const unused = familyOf(decision).reasons === 'typical' ? comparedParts : typicalParts;
  return narrative.reasons.flatMap((reason, k) =>
    unused
      .filter((part) => reason[part] !== undefined)
      .map((part) => ({
        path: `narrative.reasons.${k}.${part}`,
        message: `has no effect in the family ${decision.family}; use ${
          unused === comparedParts ? '"raises" and "lowers"' : '"text", or "less" and "more" with a variable'
        }`,
      })),
  );
}
