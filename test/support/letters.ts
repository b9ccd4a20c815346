import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { philox4x32 } from '../../model/random/philox.js';
import { uniformFromWords } from '../../model/random/stream.js';
import { cliFolder, type CliFolder } from './cli-folder.js';
import { projectFolder } from './operator.js';

const page = readFileSync(join(projectFolder, 'docs/analyst/full-spec.md'), 'utf8');
/** The documented spec that writes everything out. It fits the payments of customers by the letter they get. */
export const lettersSpec = /```yaml\n(id: [^]*?)```/.exec(page)![1]!;
/** The coefficients with which `letters` draws payments. */
export const trueCoefficients = { constant: -1.2, plain: 0.4, friendly: 0.9, age: 0.25 };
const letterTypes = ['none', 'plain', 'friendly'] as const;

/** A CSV table of customers that pay according to the true coefficients and a random draw. */
export function letters(customers: number): string {
  const words = new Uint32Array(4);
  const rows = Array.from({ length: customers }, (_, customer) => {
    philox4x32(1, 2, customer, 0, 0, 0, words);
    const [ageDraw, paymentDraw] = [uniformFromWords(words[0]!, words[1]!), uniformFromWords(words[2]!, words[3]!)];
    const letter = letterTypes[customer % 3]!;
    const age = 18 + Math.floor(60 * ageDraw);
    const { constant, age: slope, ...effects } = trueCoefficients;
    const utility = constant + (letter === 'none' ? 0 : effects[letter]) + slope * (age / 10);
    const paid = paymentDraw < 1 / (1 + Math.exp(-utility)) ? 'yes' : 'no';
    return [customer + 1, age, letter, paid, customer % 10 < 7 ? 'train' : 'test'].join(',');
  });
  return ['customer,age,letter,paid,part', ...rows, ''].join('\n');
}

interface LettersFolder extends CliFolder {
  /** Fits the spec to the table, and writes the definition. */
  calibrate: (out: string) => Promise<number>;
}

/** Gives each test a folder with `spec.yaml` and `letters.csv`, in which it runs `cli workflow`. */
export function lettersFolder(): LettersFolder {
  const folder = cliFolder('workflow');
  const { at, run } = folder;
  beforeEach(() => {
    writeFileSync(at('spec.yaml'), lettersSpec);
    writeFileSync(at('letters.csv'), letters(3_000));
  });
  const calibrate = (out: string) =>
    run('fit', at('spec.yaml'), '--data', at('letters.csv'), '--out', at(out), '--details');
  return { ...folder, calibrate };
}
