import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import { scenarioJsonSchema } from '../engine/index.js';
import { WorkflowCatalog, type Workflow } from './workflow-catalog.service.js';

/** A workflow with what a caller needs to turn its parameters, and the proof that it predicts people. */
@Injectable()
export class CaseStudies {
  constructor(private readonly catalog: WorkflowCatalog) {}

  get(workflowId: string): CaseStudy {
    const workflow = this.catalog.find(workflowId);
    if (!workflow) throw new AppError('case_study_not_found');
    return toCaseStudy(workflow);
  }
}

function toCaseStudy({ definition, digest }: Workflow) {
  const { evidence, ...model } = definition;
  return {
    workflow_id: definition.workflow_id,
    version: definition.version,
    name: definition.name,
    summary: definition.summary,
    domain: definition.domain,
    recommended_agent_count: definition.population.recommended_agent_count,
    scenario_schema: scenarioJsonSchema(definition),
    evidence,
    definition: model,
    definition_digest: digest,
  };
}

export type CaseStudy = ReturnType<typeof toCaseStudy>;
