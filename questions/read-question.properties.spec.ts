import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { isChoice, type WorkflowDefinition } from '../model/definition.js';
import { parseDefinition } from '../model/simulate.js';
import { definitionNames, TooComplexError } from './names.js';
import { readQuestion } from './read-question.js';
import { notReadReasons, questionKinds, type Reading } from './reading.js';
import { tokensOf } from './tokens.js';

const catalog = join(import.meta.dirname, '../catalog');
const definitions = readdirSync(catalog)
  .filter((name) => name.endsWith('.json'))
  .map((name) => parseDefinition(JSON.parse(readFileSync(join(catalog, name), 'utf8'))));

const glue =
  'if the a of and or to from between than lower higher cheaper more less half twice double 10% 25 3 $2 100% -5 zero no free every not plan scrapped today 2040 how what which suppose , . ? : from'.split(
    ' ',
  );

/** Questions of random words: those of the definition, amounts and words of grammar. */
const questionsAbout = (definition: WorkflowDefinition) => {
  const own = definition.scenario.parameters.flatMap((parameter) => [
    parameter.label,
    ...(parameter.words ?? []).flatMap((text) => text.split('|')),
    ...(isChoice(parameter) ? parameter.options.map(({ label }) => label) : []),
  ]);
  return fc.array(fc.constantFrom(...own, ...glue, ...glue), { maxLength: 25 }).map((words) => words.join(' '));
};

const cases = fc
  .constantFrom(...definitions)
  .chain((definition) => questionsAbout(definition).map((question) => ({ definition, question })));

function isAllowed({ scenario }: WorkflowDefinition, id: string, value: number | string): boolean {
  const parameter = scenario.parameters.find((one) => one.id === id);
  if (!parameter) return false;
  if (isChoice(parameter)) return parameter.options.some((option) => option.id === value);
  const isWhole = parameter.type !== 'integer' || Number.isInteger(value);
  return typeof value === 'number' && isWhole && value >= parameter.minimum && value <= parameter.maximum;
}

const scenariosOf = ({ values, arms, notRead }: Reading) => [
  Object.fromEntries(values.map(({ parameter, value }) => [parameter, value])),
  ...arms.map((arm) => arm.values),
  ...notRead.flatMap(({ candidates }) => candidates),
];

describe('every reading', () => {
  it('A reading of random words sets no value outside the bounds of its parameter, also in arms and candidates', () => {
    fc.assert(
      fc.property(cases, ({ definition, question }) => {
        const set = scenariosOf(readQuestion(definition, question)).flatMap((values) => Object.entries(values));
        expect(set.filter(([id, value]) => !isAllowed(definition, id, value))).toEqual([]);
      }),
    );
  });

  it('A reading of random words has no arm or two to five, a known kind, known reasons, and one value for each parameter', () => {
    fc.assert(
      fc.property(cases, ({ definition, question }) => {
        const { kind, arms, notRead, values } = readQuestion(definition, question);
        const ids = values.map(({ parameter }) => parameter);
        expect(questionKinds).toContain(kind);
        expect([0, 2, 3, 4, 5]).toContain(arms.length);
        for (const { reason } of notRead) expect(notReadReasons).toContain(reason);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('A question has the same reading each time, which leaves the definition as it was', () => {
    fc.assert(
      fc.property(cases, ({ definition, question }) => {
        const before = JSON.stringify(definition);
        const [first, second] = [readQuestion(definition, question), readQuestion(definition, question)];
        expect(second).toEqual(first);
        expect(JSON.stringify(definition)).toBe(before);
      }),
    );
  });

  it('The words of values and segments are quotes of the question', () => {
    fc.assert(
      fc.property(cases, ({ definition, question }) => {
        const { kind, values, segments } = readQuestion(definition, question);
        // The values that all arms of a range or list share may be read in a shorter text.
        if (kind === 'range' || kind === 'comparison') return;
        for (const { words } of [...values, ...segments]) expect(question).toContain(words);
      }),
    );
  });
});

describe('hostile text', () => {
  it('A text that repeats a name above the limit is too complex, so that the work is bounded', () => {
    for (const definition of definitions) {
      const { find } = definitionNames(definition);
      const [parameter] = definition.scenario.parameters;
      const name = (
        parameter!.words?.[0] ?? (isChoice(parameter!) ? parameter.options[1]!.label : parameter!.label)
      ).split('|')[0]!;
      const question = `${name} `.repeat(2_000 / name.length);
      const attempt = () => find(tokensOf(question));
      expect(attempt).toThrow(TooComplexError);
      expect(readQuestion(definition, question)).toMatchObject({ values: [], notRead: [{ reason: 'too_complex' }] });
    }
  });

  it('A text with more amounts than a person writes is too complex', () => {
    const [definition] = definitions;
    expect(readQuestion(definition!, '5% or '.repeat(300)).notRead).toMatchObject([{ reason: 'too_complex' }]);
  });

  it.each(['', ' ', '?', '\n\n', '%%%%', '🚆🚆', 'between', 'from to', '1', '½', '- - -'])(
    'A reading of “%s” sets no value',
    (question) => {
      for (const definition of definitions) expect(readQuestion(definition, question).values).toEqual([]);
    },
  );
});
