import { answerParent } from '../platform/process/limited-process.js';
import { readDataset, type ReadDatasetTask } from './read-dataset.js';

/** The file arrives before the task: its format is in the task, so that a repeated request needs no second reading. */
async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const file = readInput();
answerParent(async (task: ReadDatasetTask) => readDataset(await file, task));
