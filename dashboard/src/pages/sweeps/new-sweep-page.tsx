import { useSearchParams } from 'react-router';
import { SelectField } from '../../components/field';
import { Page } from '../../components/page';
import { Loaded } from '../../components/states';
import { NewSweepForm } from './new-sweep-form';
import { useCaseStudy } from '../../results/use-simulation';
import { useWorkflowList } from '../../workflow/use-workflow-list';
import './sweeps.css';

const defaultWorkflow = 'swissmetro-mode-choice';

/** `/sweeps/new?workflow=` starts with this workflow. */
export default function NewSweepPage() {
  const [search, setSearch] = useSearchParams();
  const list = useWorkflowList();
  const chosen =
    search.get('workflow') ??
    list.data?.find(({ workflow_id }) => workflow_id === defaultWorkflow)?.workflow_id ??
    list.data?.[0]?.workflow_id;
  const workflow = useCaseStudy(chosen);
  return (
    <Page
      title="New parameter sweep"
      intro="Runs one workflow at several values of one or two parameters, with the same agents at each value. One parameter gives a curve, two give a heat map."
    >
      <Loaded query={list}>
        {(workflows) => (
          <div className="stack">
            <SelectField
              label="Workflow"
              value={chosen ?? ''}
              onChange={(id) => setSearch({ workflow: id }, { replace: true })}
              options={optionsOf(workflows, chosen)}
            />
            <Loaded query={workflow} lines={6}>
              {(loaded) => <NewSweepForm key={loaded.workflow_id} workflow={loaded} />}
            </Loaded>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function optionsOf(workflows: readonly { workflow_id: string; name: string }[], chosen: string | undefined) {
  const options = workflows.map(({ workflow_id, name }) => ({ value: workflow_id, label: name }));
  const isListed = chosen === undefined || options.some(({ value }) => value === chosen);
  return isListed ? options : [{ value: chosen, label: chosen }, ...options];
}
