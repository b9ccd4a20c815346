import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink } from '../../components/button';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { EmptyState, Loaded } from '../../components/states';
import { useHasScope, useTier } from '../../session/session';
import { DeprecateDialog } from './deprecate-dialog';
import { DeprecatedWorkflows } from './deprecated-workflows';
import { readOwnWorkflows, type OwnWorkflow } from './own-workflow';
import { PublishForm } from './publish-form';
import { WorkflowCard } from './workflow-card';
import './own-workflows.css';

export default function OwnWorkflowsPage() {
  const { tier } = useTier();
  const [isAdding, setAdding] = useState(false);
  const [deprecating, setDeprecating] = useState<OwnWorkflow>();
  const workflows = useQuery({ queryKey: ['case-studies', 'own'], queryFn: readOwnWorkflows });
  const canWrite = useHasScope('case_studies:write');
  const addButton = (
    <>
      <ButtonLink look="primary" to="/own-data">
        Make one from own data
      </ButtonLink>
      <Button disabled={!canWrite} onClick={() => setAdding(true)}>
        Upload a definition
      </Button>
    </>
  );
  return (
    <Page
      title="Your workflows"
      intro={`Workflows that you calibrated on your own data. Only your organization can see and simulate them, in the ${tier} tier.`}
      actions={!isAdding && addButton}
    >
      {!canWrite && (
        <Notice kind="warning" title="You can read workflows, but not publish them">
          <p>
            Your session lacks the scope <code>case_studies:write</code>. An owner of the organization can grant it.
          </p>
        </Notice>
      )}
      {isAdding && <PublishForm onClose={() => setAdding(false)} />}
      <Loaded query={workflows} lines={5}>
        {(rows) =>
          rows.length === 0 ? (
            !isAdding && (
              <EmptyState
                title={`No workflows of your own in the ${tier} tier`}
                action={<div className="row own-workflows-add">{addButton}</div>}
              >
                <p>
                  <Link to="/own-data">Own data</Link> makes a workflow from a table in a few minutes. You can also
                  upload a complete definition.
                </p>
              </EmptyState>
            )
          ) : (
            <ul className="own-workflows-list">
              {rows.map((workflow) => (
                <li key={workflow.workflow_id}>
                  <WorkflowCard workflow={workflow} canWrite={canWrite} onDeprecate={() => setDeprecating(workflow)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <DeprecatedWorkflows />
      {deprecating && <DeprecateDialog workflow={deprecating} onClose={() => setDeprecating(undefined)} />}
    </Page>
  );
}
