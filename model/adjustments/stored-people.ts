import type { People } from '../definition/population.schema.js';

/** A stored population. */
export interface StoredPeople {
  readonly id: string;
  /** Date of the import, such as 2026-11-21. */
  readonly date: string;
  readonly people: People;
  /** Attributes at the time of the import, to recognize changes of the workflow: see `attributeKeys`. */
  readonly attributes: readonly string[];
}
