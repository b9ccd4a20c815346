import { useQuery } from '@tanstack/react-query';
import { api, data } from '../api/client';
import { DecimalField, Problem, SelectField } from '../components/field';
import { ErrorNotice } from '../components/notice';
import { formatNumber } from '../format/numbers';
import { shareField, shareSum, type AdjustmentProps } from './adjustments';

const maxListed = 100;

/** The shares of the user's market, which the baseline then matches: a saved calibration, or a percentage for each outcome. */
export function MarketField(props: AdjustmentProps) {
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
          options={[{ value: '', label: 'Those that I enter here' }, ...options]}
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
