import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceDigest } from './multiply-binary.js';
import { type Piece, Tokenizer } from './tokenizer.js';

const letters = [...'abcdefghijklmnopqrstuvwxyz'].map((letter): Piece => [letter, -9]);
const controls = ['�', '<s>', '</s>', 'extra 1', 'extra 2', 'extra 3'].map((text): Piece => [text, 0]);
const words: Piece[] = [
  ['\u2581', -3],
  ['\u2581the', -2],
  ['train', -4],
  ['tra', -5],
  ['in', -3],
];
const vocabulary = [...controls, ...letters, ...words];

describe('the tokens of a text', () => {
  const tokenizer = new Tokenizer(vocabulary);
  const piecesOf = (text: string) => tokenizer.encode(text).map((id) => vocabulary[id]![0]);

  it.each([
    ['the train', ['\u2581the', '\u2581', 'train']],
    ['trains', ['\u2581', 'train', 's']],
    ['the tra in', ['\u2581the', '\u2581', 'tra', '\u2581', 'in']],
    ['in?!😀s', ['\u2581', 'in', '�', 's']],
    ['ｔｒａｉｎ', ['\u2581', 'train']],
    ['<s>', ['\u2581', '�', 's', '�']],
    ['', ['\u2581']],
  ])('The text %j is split into its most probable pieces', (text, pieces) => expect(piecesOf(text)).toEqual(pieces));

  it('The committed kernel of the encoder was compiled from the committed source', () => {
    const source = readFileSync(join(import.meta.dirname, '../../../tools/engine-kernel/multiply.ts'));
    expect(createHash('sha256').update(source).digest('hex')).toBe(sourceDigest);
  });
});
