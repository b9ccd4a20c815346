// Runs in a thread of DefinitionChecker: a definition from outside may take long, or for ever.
export { checkDefinition as default } from './check-definition.js';
