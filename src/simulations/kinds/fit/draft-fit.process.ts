import { answerParent } from '../../../platform/process/limited-process.js';
import { draftFit, type DraftTask } from './draft-fit.js';

answerParent((task: DraftTask) => Promise.resolve(draftFit(task)));
