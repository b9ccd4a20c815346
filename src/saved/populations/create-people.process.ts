import { answerParent } from '../../platform/process/limited-process.js';
import { createPeople } from './create-people.js';

answerParent(createPeople);
