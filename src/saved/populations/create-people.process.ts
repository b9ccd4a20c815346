import { readFileSync } from 'node:fs';
import { answerParent } from '../../platform/process/limited-process.js';
import { createPeople, type PeopleTask } from './create-people.js';

const standardInput = 0;

answerParent((task: PeopleTask) => createPeople(task, () => readFileSync(standardInput)));
