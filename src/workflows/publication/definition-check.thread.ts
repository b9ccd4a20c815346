// Runs in a worker thread of DefinitionChecker, because checking an external definition can take unlimited time.
import { usePlainZodMessages } from '../../common/errors/zod-messages.js';
import { measured } from '../../platform/process/measured.js';
import { checkDefinition } from './check-definition.js';

usePlainZodMessages();

export default measured(checkDefinition);
