export type { components, operations, paths } from '../../../clients/typescript/src/generated/schema.js';
