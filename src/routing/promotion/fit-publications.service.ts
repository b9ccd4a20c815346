import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { fittedDefinition } from '../../simulations/kinds/fit/fitted-definition.js';
import type { FitPlan } from '../../simulations/kinds/fit/request.schema.js';
import type { FitResult } from '../../simulations/kinds/fit/result.schema.js';
import { statesExamples } from '../../simulations/kinds/fit/states-examples.js';
import { kindNamed } from '../../simulations/kinds/index.js';
import { RunStore } from '../../simulations/run-store.service.js';
import type { Promotion, PublishFit } from './promotion.schema.js';
import { Promotions } from './promotions.service.js';

type Overlaps = Promotion['overlaps'];

/** @param drafted example questions that the service wrote: a user who has not read them cannot make them more specific */
function overlapsWithout(overlaps: Overlaps, drafted: ReadonlySet<string>): Overlaps {
  return overlaps
    .map((overlap) => ({ ...overlap, questions: overlap.questions.filter(({ question }) => !drafted.has(question)) }))
    .filter(({ questions, taken }) => questions.length + taken.length > 0);
}

/** Publishes the definitions of fits. */
@Injectable()
export class FitPublications {
  constructor(
    private readonly store: RunStore,
    private readonly promotions: Promotions,
  ) {}

  /** Throws {@link AppError} `run_not_found`, `run_not_complete`, and the errors of {@link Promotions.promote}. */
  async publish(
    caller: Caller,
    id: string,
    { version, examples }: PublishFit,
  ): Promise<{ promotion: Promotion; isNew: boolean }> {
    const kind = kindNamed('fit');
    const row = await this.store.findCompleted(caller, kind, id);
    const definition = fittedDefinition((await this.store.resultOf(caller, kind, row)) as FitResult);
    const { routing } = definition;
    const { promotion, isNew } = await this.promotions.promote(caller, {
      definition: {
        ...definition,
        ...(version !== undefined && { version }),
        ...(examples && { routing: { ...routing, examples } }),
      },
    });
    const { spec } = kind.planOf(row) as FitPlan;
    const drafted = statesExamples(spec) ? [] : routing.examples;
    const overlaps = overlapsWithout(promotion.overlaps, new Set(drafted));
    return { promotion: { ...promotion, overlaps }, isNew };
  }
}
