// Runs in a worker thread of DefinitionChecker, because checking an external definition can take unlimited time.
import { usePlainZodMessages } from '../../common/errors/zod-messages.js';

usePlainZodMessages();

export { checkDefinition as default } from './check-definition.js';
