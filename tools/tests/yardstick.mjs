// A fixed piece of work: the start of a process, objects and texts, arithmetic, and native code. It prints the seconds of processor time
// that it needs, which show how fast the machine is: node tools/tests/yardstick.mjs
import { createHash } from 'node:crypto';

const roundCount = 50;
const rows = Array.from({ length: 400 }, (_, index) => ({
  id: `row-${index}`,
  values: [index, index / 7, Math.sin(index)],
  text: 'a sentence with several words '.repeat(1 + (index % 5)),
}));
const numbers = Float64Array.from({ length: 20_000 }, (_, index) => Math.cos(index));

for (let round = 0; round < roundCount; round++) {
  const text = JSON.stringify(rows);
  const copy = JSON.parse(text);
  copy.sort((a, b) => b.values[2] - a.values[2]);
  new Map(copy.map((row) => [row.id, row.text.split(' ')]));
  let sum = 0;
  for (let index = 0; index < numbers.length; index++) sum += Math.exp(numbers[index]) / (1 + numbers[index] ** 2);
  createHash('sha256').update(text).update(String(sum)).digest();
}
const { user, system } = process.cpuUsage();
process.stdout.write(`${(user + system) / 1e6}\n`);
