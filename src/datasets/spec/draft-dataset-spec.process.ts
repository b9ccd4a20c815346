import { answerParent } from '../../platform/process/limited-process.js';
import { draftDatasetSpec, type SpecDraftTask } from './draft-dataset-spec.js';

answerParent((task: SpecDraftTask) => Promise.resolve(draftDatasetSpec(task)));
