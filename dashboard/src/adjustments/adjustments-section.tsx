import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, type components, data } from '../api/client';
import { ErrorNotice, Warnings } from '../components/notice';
import {
  adjustmentCount,
  adjustmentFields,
  type AdjustmentProps,
  hasAlternatives,
  shareField,
  shareSum,
} from './adjustments';
import { AlternativesField } from './alternatives-field';
import { ProductsField } from './products-field';
import { SegmentField } from './segment-field';
import { DecimalField, Problem, SelectField } from '../components/field';
import { formatCount, formatNumber } from '../format/format';

interface AdjustmentsSectionProps extends AdjustmentProps {
  /** The adjustments of the last dry run, with the limits of the adjusted model. */
  adjusted: components['schemas']['DryRun']['adjustments'] | undefined;
  /** Whether it has the table of products. Default: true. */
  hasProducts?: boolean;
}

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

function PopulationField({ workflow, input, onChange, problem }: AdjustmentProps) {
  const { workflow_id } = workflow;
  const populations = useQuery({
    queryKey: ['populations', 'of', workflow_id],
    queryFn: ({ signal }) =>
      data(api.GET('/v1/populations', { params: { query: { workflow_id, limit: maxListed } }, signal })),
  });
  const listed = (populations.data ?? []).map(({ id, name, people_count }) => ({
    value: id,
    label: `${name ?? id} (${formatCount(people_count)} rows)`,
  }));
  const isListed = input.populationId === '' || listed.some(({ value }) => value === input.populationId);
  return (
    <div className="stack">
      <SelectField
        label="Population"
        error={problem('population_id')}
        value={input.populationId}
        disabled={populations.isPending}
        onChange={(populationId) => onChange({ ...input, populationId })}
        options={[
          { value: '', label: 'The published population' },
          ...listed,
          ...(isListed ? [] : [{ value: input.populationId, label: input.populationId }]),
        ]}
      />
      {populations.error && <ErrorNotice error={populations.error} onRetry={() => void populations.refetch()} />}
      <p className="small">
        <Link to={`/populations?workflow=${workflow_id}`}>Upload a population</Link>
      </p>
    </div>
  );
}

const maxListed = 100;

/** The shares of the user's market, which the baseline then matches: a saved calibration, or a percentage for each outcome. */
function MarketField(props: AdjustmentProps) {
  const { workflow, input, onChange, problem } = props;
  const { workflow_id } = workflow;
  const saved = useQuery({
    queryKey: ['calibrations', 'of', workflow_id],
    queryFn: ({ signal }) =>
      data(api.GET('/v1/target-matches', { params: { query: { workflow_id, limit: maxListed } }, signal })),
  });
  const options = (saved.data ?? []).map(({ id, name }) => ({ value: id, label: name ?? id }));
  return (
    <fieldset className="stack">
      <legend>My market shares are …</legend>
      <p className="muted small">
        The constants of the model change until its baseline has these shares. Leave a field empty if its share is
        unknown.
      </p>
      {saved.error && <ErrorNotice error={saved.error} onRetry={() => void saved.refetch()} />}
      {options.length > 0 && (
        <SelectField
          label="Shares"
          error={problem('calibration_id')}
          value={input.calibrationId}
          onChange={(calibrationId) => onChange({ ...input, calibrationId })}
          none="Those that I enter here"
          options={options}
        />
      )}
      {input.calibrationId === '' && <ShareFields {...props} />}
      <Problem text={problem('calibration_targets')} />
    </fieldset>
  );
}

function ShareFields({ workflow: { outcomes }, input, onChange, problem }: AdjustmentProps) {
  const { shares } = input;
  const given = outcomes.filter(({ id }) => (shares[id] ?? '') !== '');
  return (
    <>
      <div className="columns">
        {outcomes.map(({ id, label }) => {
          const field = shareField(input, id);
          return (
            <DecimalField
              key={id}
              label={<span dir="auto">{`${label}, %`}</span>}
              error={field === undefined ? undefined : problem(field)}
              min={0}
              max={100}
              value={shares[id] ?? ''}
              onChange={(text) => onChange({ ...input, shares: { ...shares, [id]: text } })}
            />
          );
        })}
      </div>
      <p className="small" role="status">
        {given.length > 0 && sumText(shareSum(input), given.length === outcomes.length)}
      </p>
    </>
  );
}

function sumText(sum: number, isComplete: boolean): string {
  const text = `Sum: ${formatNumber(sum)}%.`;
  if (isComplete) return Math.abs(sum - 100) < 1e-4 ? text : `${text} All shares together must be 100%.`;
  return `${text} The other outcomes share the remaining ${formatNumber(100 - sum)}%.`;
}
