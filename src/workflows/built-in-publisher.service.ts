import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { newId } from '../common/crypto.js';
import { tiers, type Tier } from '../common/identity/caller.js';
import { isDatabaseUnavailable } from '../platform/database/database-unavailable.js';
import { Databases } from '../platform/database/databases.service.js';
import { entryOf } from './case-study.parts.js';
import { versionParts } from './published-versions.js';
import { WorkflowCatalog } from './workflow-catalog.service.js';
import type { Queryable } from '../platform/database/sql.js';
import type { Workflow } from './built-in-workflows.js';

const maxAttempts = 10;
const retryDelayMs = 1_000;

/**
 * Writes the built-in workflows into both databases before the process serves requests. Their simulations stay readable after a later
 * release replaces them, and they can be deprecated like other workflows. Several processes may do this concurrently.
 */
@Injectable()
export class BuiltInPublisher implements OnModuleInit {
  private readonly logger = new Logger(BuiltInPublisher.name);

  constructor(
    private readonly databases: Databases,
    private readonly catalog: WorkflowCatalog,
  ) {}

  async onModuleInit(): Promise<void> {
    await Promise.all(tiers.map((tier) => this.publishWithRetries(tier)));
  }

  /** A process that starts waits for a database that is unavailable for a moment, as it does later. */
  private async publishWithRetries(tier: Tier): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.publish(tier);
        return await this.reportUnavailable(tier);
      } catch (error) {
        if (attempt === maxAttempts || !isDatabaseUnavailable(error)) throw error;
        this.logger.warn({ error, tier }, 'failed to write the built-in workflows, will retry');
        await sleep(retryDelayMs);
      }
    }
  }

  private async reportUnavailable(tier: Tier): Promise<void> {
    const workflows = await unavailableBuiltIns(this.databases.sql(tier), this.catalog.builtIn());
    if (workflows.length > 0) this.logger.warn({ tier, workflows }, 'built-in workflows are deprecated');
  }

  async publish(tier: Tier): Promise<void> {
    const sql = this.databases.sql(tier);
    // Lock rows in one order, because several processes may start concurrently.
    const workflows = [...this.catalog.builtIn()].sort((a, b) => (a.digest < b.digest ? -1 : 1));
    const digests = workflows.map(({ digest }) => digest);
    const { rows } = await sql.query<{ digest: string }>(
      'SELECT digest FROM workflow_definitions WHERE digest = ANY ($1)',
      [digests],
    );
    const known = new Set(rows.map(({ digest }) => digest));
    const missing = workflows.filter(({ digest }) => !known.has(digest));
    await sql.query(writeDefinitions, [
      missing.map(({ digest }) => digest),
      missing.map(({ definition }) => JSON.stringify(definition)),
    ]);
    await sql.query(writeVersions, [
      workflows.map(() => newId()),
      workflows.map(({ definition }) => definition.workflow_id),
      workflows.map(({ definition }) => definition.version),
      // Postgres would read nested arrays as one two-dimensional array.
      workflows.map(({ definition }) => `{${versionParts(definition.version).join()}}`),
      digests,
      workflows.map(({ definition }) => JSON.stringify(entryOf(definition))),
    ]);
  }
}

const writeDefinitions = `
  INSERT INTO workflow_definitions (digest, definition)
  SELECT * FROM unnest($1::text[], $2::json[]) ON CONFLICT DO NOTHING`;

/** Releases before 0.3.0 changed workflows without new versions. Earlier simulations refer to their definition by digest. */
const writeVersions = `
  INSERT INTO workflow_versions (id, workflow_id, version, version_parts, definition_digest, entry, built_in)
  SELECT id, workflow_id, version, parts::int[], digest, entry, true
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::json[])
    AS workflow (id, workflow_id, version, parts, digest, entry)
  ON CONFLICT (workflow_id, version_parts) WHERE organization_id IS NULL
  DO UPDATE SET definition_digest = excluded.definition_digest, entry = excluded.entry
  WHERE workflow_versions.built_in AND workflow_versions.definition_digest <> excluded.definition_digest`;

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
