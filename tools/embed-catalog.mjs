// Writes the sentence vectors of the built-in workflows, so that the first question after a start does not wait for them.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LocalEmbedder } from '../dist/src/routing/embedding/embedders.js';
import { VectorCache } from '../dist/src/routing/embedding/vector-cache.js';
import { businessQuestions } from '../dist/src/routing/scorer/business-questions.js';
import { readBuiltInWorkflows } from '../dist/src/workflows/built-in-workflows.js';

const folder = join(import.meta.dirname, '../catalog/vectors');
const texts = [...readBuiltInWorkflows().values()].flatMap(({ definition: { routing } }) => [
  ...routing.examples,
  ...routing.not_for,
]);
texts.push(...businessQuestions);
rmSync(folder, { recursive: true, force: true });
const embedder = new LocalEmbedder();
const vectors = await new VectorCache(embedder, folder).vectorsOf(texts.sort());
await embedder.close();
console.log(`wrote ${vectors.size} vectors to ${folder}`);
