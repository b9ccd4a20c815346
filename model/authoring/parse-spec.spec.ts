import { dirname, join } from 'node:path';
import { readSpecFile } from './parse-spec.js';

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
