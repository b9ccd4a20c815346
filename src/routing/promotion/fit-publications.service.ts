import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import type { FitResult } from '../../simulations/kinds/fit/result.schema.js';
import { kindNamed } from '../../simulations/kinds/index.js';
import { RunStore } from '../../simulations/run-store.service.js';
import type { Promotion, PublishFit } from './promotion.schema.js';
import { Promotions } from './promotions.service.js';

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
    { version }: PublishFit,
  ): Promise<{ promotion: Promotion; isNew: boolean }> {
    const kind = kindNamed('fit');
    const row = await this.store.findCompleted(caller, kind, id);
    const { definition } = (await this.store.resultOf(caller, kind, row)) as FitResult;
    return this.promotions.promote(caller, {
      definition: { ...definition, ...(version !== undefined && { version }) },
    });
  }
}
