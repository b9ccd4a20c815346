import { readFileSync } from 'node:fs';
import { answerParent } from '../platform/process/limited-process.js';
import { readDataset, type ReadDatasetTask } from './read-dataset.js';

const standardInput = 0;

answerParent((task: ReadDatasetTask) => readDataset(readFileSync(standardInput), task));
