import type { components } from '../api/types';
import { CheckboxGroup, SelectField, TextField } from '../components/field';
import { Notice } from '../components/notice';
import { Loaded } from '../components/states';
import { parametersOf } from '../parameter-form';
import { useCaseStudy } from '../results/use-case-study';
import type { Run } from '../runs/run';

/** Only simulations have a workflow version, and simulators. */
export type SharedRun = Pick<Run, 'id' | 'status' | 'object'> & {
  workflow_id?: string | null;
  workflow_version?: string | null;
};

export type SimulatorLink = NonNullable<components['schemas']['ShareLink']['simulator']>;

interface SimulatorFieldsProps {
  run: SharedRun;
  value: SimulatorLink | undefined;
  onChange: (value: SimulatorLink | undefined) => void;
  /** The problem of the origins. */
  problem: string | undefined;
}

const uses = [
  { value: 'report', label: 'Read the report' },
  { value: 'simulator', label: 'Read the report and change values' },
];

/** What visitors can change, and where the page can be embedded. */
export function SimulatorFields({ run, value, onChange, problem }: SimulatorFieldsProps) {
  const query = useCaseStudy(value && (run.workflow_id ?? undefined), run.workflow_version ?? undefined);
  return (
    <>
      <SelectField
        label="Visitors can"
        value={value ? 'simulator' : 'report'}
        options={uses}
        onChange={(use) => onChange(use === 'simulator' ? { parameters: [], origins: [] } : undefined)}
      />
      {value && (
        <>
          <Notice kind="warning" title="The browser of each visitor gets the model">
            It gets the coefficients of the model and the distributions of its agents, whose points can be single values
            of your data, and can keep them after you revoke the link. It never gets rows of a table. Visitors who know
            how can change other parameters in their own copy. Each visitor can also select a segment of the agents.
          </Notice>
          <Loaded query={query}>
            {(workflow) => (
              <CheckboxGroup
                legend="Values that visitors can change"
                options={parametersOf(workflow).map(({ id, label }) => ({ value: id, label }))}
                value={value.parameters}
                onChange={(parameters) => onChange({ ...value, parameters })}
              />
            )}
          </Loaded>
          <TextField
            label="Websites that can embed it"
            hint="Origins with spaces between them, such as https://example.com. Empty: none."
            defaultValue=""
            error={problem}
            onChange={({ target }) => onChange({ ...value, origins: target.value.split(/[\s,]+/).filter(Boolean) })}
          />
        </>
      )}
    </>
  );
}
