import { dirname, join } from 'node:path';
import { checkSpec, readSpecFile } from './parse-spec.js';

/** Reads `a/own.yaml`. */
const parsed = (files: Record<string, string>) =>
  readSpecFile('a/own.yaml', {
    textOf: (file) => files[file] ?? '',
    pathOf: (file, name) => join(dirname(file), name),
  });

describe('the base of a spec', () => {
  it('The fields of a spec are merged into those of its base, and a null removes one', () => {
    const base =
      'title: Base\nterms: { time: { label: Time }, cost: { label: Cost }, age: {} }\nalternatives: [train, car]';
    const own = 'base: base.yaml\ntitle: Own\nterms: { time: { unit: min }, age: null }\nalternatives: [bus]';
    expect(parsed({ 'a/own.yaml': own, 'a/base.yaml': base })).toEqual({
      title: 'Own',
      terms: { time: { label: 'Time', unit: 'min' }, cost: { label: 'Cost' } },
      alternatives: ['bus'],
    });
  });

  it('Names of files are relative to the file that has them', () => {
    const files = {
      'a/own.yaml': 'base: ../b/base.yaml\nquestions: { examples: [own] }',
      'b/base.yaml': 'base: first.yaml\nquestions: words.yaml',
      'b/first.yaml': 'title: First',
      'b/words.yaml': 'examples: [base]\nwords: { parameters: { price: cost } }',
    };
    expect(parsed(files)).toEqual({
      title: 'First',
      questions: { examples: ['own'], words: { parameters: { price: 'cost' } } },
    });
  });

  it.each([
    ['itself', { 'a/own.yaml': 'base: own.yaml' }],
    ['a spec with this base', { 'a/own.yaml': 'base: base.yaml', 'a/base.yaml': 'base: ../a/own.yaml' }],
  ])('A spec with %s as its base is refused', (_, files) => {
    expect(() => parsed(files)).toThrow(/has this spec as its base: remove one of them/);
  });
});

describe('the check of a spec', () => {
  const spec = { title: 'Letters', formula: 'paid ~ letter' };

  it.each([
    ['a column', { columns: { age: { lable: 'Age' } } }, 'columns.age: "lable" is not a field; did you mean "label"?'],
    ['a parameter', { parameters: { letter: { chnge: 'set' } } }, '"chnge" is not a field; did you mean "change"?'],
    ['an older release', { override: {} }, '"override" was a field up to release 0.3: write its parts out'],
    ['a spec in a file', { base: 'other.yaml' }, '"base" is for specs in files'],
    ['the spec', { formla: 'a ~ b' }, '"formla" is not a field; did you mean "formula"?'],
  ])('An unknown field of %s has the nearest known one, or what to write in its place', (_, fields, message) => {
    expect(() => checkSpec({ ...spec, ...fields })).toThrow(message);
  });

  it('A recipe, as older releases wrote it, is named as one', () => {
    expect(() => checkSpec({ definition: {}, data: {}, fit: {} })).toThrow(/^is a recipe/);
  });
});
