import { strictObject, z } from 'zod';
import { count, listOf, positive, text, time } from '../common/schemas.js';
import { createdBySchema, toCreatedBy } from '../common/identity/creator.js';
import { jsonTextPer } from '../common/http/json-text.js';
import type { WorkflowVersion } from '../platform/database/generated/client.js';
import {
  ENGINE_VERSION,
  definitionSchema,
  evidenceSchema,
  scenarioJsonSchema,
  scenarioJsonSchemaSchema,
  familyNames,
} from '../../model/definition.js';
import type { Workflow } from './built-in-workflows.js';
import { entrySchema, partsOf, partsShape, modelOf, modelSchema } from './case-study.parts.js';
import { dataOriginOf, dataOriginSchema } from './data-origin.js';
import { defaultSeedOf, type PublishedVersion } from './published-versions.js';
import { pageQueryShape } from '../common/pagination/page.js';

export const workflowIdSchema = text.meta({
  description: 'Slug of the workflow.',
  examples: ['swissmetro-mode-choice'],
});

const scenarioSchemaSchema = scenarioJsonSchemaSchema.meta({ description: 'JSON Schema of `scenario_context`.' });

const publicationShape = {
  workflow_id: workflowIdSchema,
  version: text.meta({ description: 'Version, major.minor.patch.', examples: ['1.0.0'] }),
  visibility: z.enum(['public', 'private']).meta({
    description:
      '`public`: available to all organizations. `private`: available only to the organization that promoted it.',
  }),
  created_at: time.meta({ description: 'Publication time.' }),
};
const deprecated_at = time.nullable().meta({
  description: 'Time of the deprecation, after which no simulation can be created; null if published.',
  examples: [null],
});
const definition_digest = text.meta({
  description: 'SHA-256 of the canonical JSON (RFC 8785) of the definition.',
  examples: ['5f'.repeat(32)],
});

export const caseStudyEntrySchema = strictObject({
  ...publicationShape,
  ...entrySchema.shape,
  data_origin: dataOriginSchema,
}).meta({ id: 'CaseStudyEntry' });
export type ListedCaseStudy = z.infer<typeof caseStudyEntrySchema>;

export const workflowVersionSchema = strictObject({
  ...publicationShape,
  deprecated_at,
  definition_digest,
  created_by: createdBySchema,
}).meta({ id: 'WorkflowVersion' });
export type WorkflowVersionRecord = z.infer<typeof workflowVersionSchema>;

export const caseStudySchema = strictObject({
  ...publicationShape,
  deprecated_at,
  name: text,
  summary: text,
  domain: text,
  family: text,
  recommended_agent_count: positive,
  default_seed: count.meta({
    description: 'Seed of questions without one, so that the answers of this version are comparable.',
    examples: [2_738_188_573_441_261],
  }),
  headline_outcome: text.nullable().meta({
    description:
      'Id of the outcome, outcome group or measure of interest. Reports and charts show it first. Null for the first outcome.',
    examples: ['swissmetro'],
  }),
  outcome_groups: listOf({
    id: text.meta({ description: 'Id of the group.', examples: ['public_transport'] }),
    label: text.meta({ description: 'Name of the group.', examples: ['Public transport'] }),
    outcomes: z
      .array(text)
      .meta({ description: 'Ids of the outcomes in the group.', examples: [['train', 'swissmetro']] }),
  }).meta({ description: 'Groups of outcomes that results report like outcomes. Empty if there are none.' }),
  ...partsShape,
  scenario_schema: scenarioSchemaSchema,
  evidence: evidenceSchema,
  data_origin: dataOriginSchema,
  model: modelSchema,
  definition: definitionSchema.omit({ evidence: true }),
  definition_digest,
}).meta({ id: 'CaseStudy' });
export type CaseStudy = z.infer<typeof caseStudySchema>;

export const workflowDescriptionSchema = caseStudySchema
  .omit({
    ...{ visibility: true, created_at: true, deprecated_at: true },
    ...{ evidence: true, data_origin: true, model: true, definition: true, definition_digest: true },
  })
  .meta({ id: 'WorkflowDescription' });
type WorkflowDescription = z.infer<typeof workflowDescriptionSchema>;

export const runnableDefinitionSchema = strictObject({
  workflow_id: workflowIdSchema,
  version: publicationShape.version,
  definition_digest,
  engine_version: text.meta({
    description: 'Version of the engine of this server. Another engine can compute other digests.',
    examples: [ENGINE_VERSION],
  }),
  definition: definitionSchema.meta({ description: 'The definition with its evidence and the rows of its agents.' }),
}).meta({ id: 'RunnableDefinition' });
export type RunnableDefinition = z.infer<typeof runnableDefinitionSchema>;

/** Status of a version under its slug. */
export interface Publication {
  organizationId: string | null;
  builtIn: boolean;
  createdAt: Date;
  deprecatedAt: Date | null;
}

export const visibilityOf = (organizationId: string | null) => (organizationId === null ? 'public' : 'private');

export function toVersionRecord(row: WorkflowVersion): WorkflowVersionRecord {
  return {
    workflow_id: row.workflowId,
    version: row.version,
    visibility: visibilityOf(row.organizationId),
    created_at: row.createdAt.toISOString(),
    deprecated_at: row.deprecatedAt?.toISOString() ?? null,
    definition_digest: row.definitionDigest,
    // All organizations read public versions: their creator is not shown.
    created_by: row.organizationId === null ? null : toCreatedBy(row),
  };
}

export function toListedCaseStudy({
  workflowId,
  organizationId,
  version,
  createdAt,
  builtIn,
  entry,
}: PublishedVersion): ListedCaseStudy {
  return {
    workflow_id: workflowId,
    version,
    visibility: visibilityOf(organizationId),
    created_at: createdAt.toISOString(),
    ...entry,
    data_origin: dataOriginOf(workflowId, { builtIn }),
  };
}

/** What a page needs to show a workflow with its parameters and outcomes. */
export function toDescription({ definition, digest }: Workflow): WorkflowDescription {
  return {
    workflow_id: definition.workflow_id,
    version: definition.version,
    name: definition.name,
    summary: definition.summary,
    domain: definition.domain,
    family: definition.decision.family,
    recommended_agent_count: definition.population.recommended_agent_count,
    default_seed: defaultSeedOf({ digest }),
    headline_outcome: definition.headline_outcome ?? null,
    outcome_groups: definition.outcome_groups ?? [],
    ...partsOf(definition),
    scenario_schema: scenarioJsonSchema(definition),
  };
}

const evidenceOf = jsonTextPer(({ definition }: Workflow) => definition.evidence);
const modelTextOf = jsonTextPer(({ definition }: Workflow) => modelOf(definition));
const withoutEvidence = jsonTextPer(({ definition: { evidence: _, ...rest } }: Workflow) => rest);

export function toCaseStudy(workflow: Workflow, publication: Publication): CaseStudy {
  const { definition, digest } = workflow;
  return {
    visibility: visibilityOf(publication.organizationId),
    created_at: publication.createdAt.toISOString(),
    deprecated_at: publication.deprecatedAt?.toISOString() ?? null,
    ...toDescription(workflow),
    evidence: evidenceOf(workflow),
    data_origin: dataOriginOf(definition.workflow_id, publication),
    model: modelTextOf(workflow),
    definition: withoutEvidence(workflow),
    definition_digest: digest,
  };
}

/** Postgres cannot store U+0000. */
const wordsSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}+$/u, 'must not contain control characters');

export const listCaseStudiesSchema = strictObject({
  ...pageQueryShape,
  search: wordsSchema.optional().meta({
    description: 'Words that must all occur in slug, name, summary or domain.',
    examples: ['train fares'],
  }),
  family: z.enum(familyNames).optional().meta({ description: 'Only workflows with this decision model.' }),
  domain: wordsSchema.optional().meta({ description: 'Only workflows of this domain.', examples: ['transport'] }),
  data_kind: evidenceSchema.shape.data.shape.kind
    .optional()
    .meta({ description: 'Only workflows with this kind of data.' }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'expected two capital letters, such as US')
    .optional()
    .meta({ description: 'Only workflows with data of this country, ISO 3166-1 alpha-2.', examples: ['US'] }),
  data_since: z
    .string()
    .regex(/^[0-9]{4}$/, 'expected a year, such as 1990')
    .transform(Number)
    .pipe(z.int())
    .optional()
    .meta({ description: 'Only workflows whose data end in this year or later.', examples: [1990] }),
});
export type ListCaseStudies = z.infer<typeof listCaseStudiesSchema>;

export const versionSchema = z
  .string()
  .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/, 'expected major.minor.patch, such as 1.0.0')
  .meta({ examples: ['1.0.0'] });

export const getCaseStudySchema = strictObject({
  version: versionSchema.optional().meta({ description: 'Version to return. Default: the current version.' }),
});
export type GetCaseStudy = z.infer<typeof getCaseStudySchema>;

export const listVersionsSchema = strictObject(pageQueryShape);
export type ListVersions = z.infer<typeof listVersionsSchema>;

export const caseStudiesTag = {
  name: 'Workflows',
  description:
    'Calibrated models, published with their evidence and held-out errors. Paths and scopes name a workflow with its evidence a case study.',
};
