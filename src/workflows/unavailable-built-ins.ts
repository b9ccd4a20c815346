import type { Queryable } from '../platform/database/sql.js';
import type { Workflow } from './built-in-workflows.js';

/** Reads the slugs of built-in workflows that no organization can simulate, because they are deprecated or not yet written. */
export async function unavailableBuiltIns(
  sql: { query(text: string, values: unknown[]): ReturnType<Queryable['query']> },
  workflows: Iterable<Workflow>,
): Promise<string[]> {
  const definitions = [...workflows].map(({ definition }) => definition);
  const { rows } = await sql.query(statement, [
    definitions.map(({ workflow_id }) => workflow_id),
    definitions.map(({ version }) => version),
  ]);
  return (rows as { workflow_id: string }[]).map(({ workflow_id }) => workflow_id);
}

/** A higher version that the operator published counts, and built-in versions of other releases do not. */
const statement = `
  SELECT own.workflow_id FROM unnest($1::text[], $2::text[]) AS own (workflow_id, version)
  WHERE NOT EXISTS (
    SELECT FROM (
      SELECT deprecated_at FROM workflow_versions published
      WHERE published.workflow_id = own.workflow_id AND organization_id IS NULL
        AND (NOT built_in OR published.version = own.version)
      ORDER BY version_parts DESC LIMIT 1) latest
    WHERE deprecated_at IS NULL)
  ORDER BY own.workflow_id`;
