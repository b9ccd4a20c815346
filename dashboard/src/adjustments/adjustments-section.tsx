import { useState } from 'react';
import type { components } from '../api/types';
import { Warnings } from '../components/notice';
import { adjustmentCount, adjustmentFields, hasAlternatives, type AdjustmentProps } from './adjustments';
import { AlternativesField } from './alternatives-field';
import { MarketField } from './market-field';
import { PopulationField } from './population-field';
import { ProductsField } from './products-field';
import { SegmentField } from './segment-field';

interface AdjustmentsSectionProps extends AdjustmentProps {
  /** The adjustments of the last dry run, with the limits of the adjusted model. */
  adjusted: components['schemas']['DryRun']['adjustments'] | undefined;
  /** Whether it has the table of products. Default: true. */
  hasProducts?: boolean;
}

/** Changes of the workflow for one run: the population, a segment, the alternatives, and the shares of the user's market. */
export function AdjustmentsSection({ adjusted, hasProducts = true, ...props }: AdjustmentsSectionProps) {
  const { workflow, input, problem } = props;
  const count = adjustmentCount(input);
  const hasProblem = adjustmentFields(input).some((field) => problem(field) !== undefined);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="panel" open={isOpen || hasProblem} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>Who and what is simulated</strong>{' '}
        <span className="muted small">{count === 0 ? 'As published' : `${count} changed`}</span>
      </summary>
      <div className="stack">
        <PopulationField {...props} />
        {workflow.attributes.length > 0 && <SegmentField {...props} />}
        {workflow.product_attributes && hasProducts && (
          <ProductsField
            attributes={workflow.product_attributes}
            products={input.products}
            onChange={(products) => props.onChange({ ...input, products })}
            problem={problem}
          />
        )}
        {!workflow.product_attributes && hasAlternatives(workflow) && <AlternativesField {...props} />}
        {!workflow.agents_interact && <MarketField {...props} />}
        <Warnings title="Limits of the adjusted model" messages={adjusted?.warnings ?? []} />
      </div>
    </details>
  );
}
