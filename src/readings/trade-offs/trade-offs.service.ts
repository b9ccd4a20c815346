import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { agentsInteract, tradeOffsOf } from '../../engine/analyses.js';
import { CaseStudies } from '../../workflows/case-studies.service.js';
import { toTradeOff, type TradeOffsQuery, type TradeOffsRecord } from './trade-offs.schema.js';

/** What the agents of a workflow would pay for features. */
@Injectable()
export class TradeOffs {
  constructor(private readonly caseStudies: CaseStudies) {}

  /** Throws {@link AppError} `case_study_not_found`, or `analysis_not_available` for a workflow without a cost. */
  async read(caller: Caller, workflowId: string, { version, interval }: TradeOffsQuery): Promise<TradeOffsRecord> {
    const { workflow } = await this.caseStudies.find(caller, workflowId, version);
    const { definition } = workflow;
    const result = tradeOffsOf(definition, interval);
    if (!result) {
      const reason = agentsInteract(definition) ? 'interacting_agents' : 'no_cost';
      throw new AppError('analysis_not_available', { reason });
    }
    const { cost, trade_offs, left_out } = result;
    return {
      workflow_id: definition.workflow_id,
      version: definition.version,
      cost,
      trade_offs: trade_offs.map(toTradeOff),
      left_out,
    };
  }
}
