import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isApiFailure, api, data } from '../../api/client';
import type { components } from '../../api/types';
import { Button, ButtonLink } from '../../components/button';
import { TextField } from '../../components/field';
import { formErrors } from '../../components/form-errors';
import { Notice } from '../../components/notice';
import { useHasScope, useTier } from '../../session/session';
import { CheckProblems, Overlaps } from '../own-workflows/check-result';
import type { Fit } from './dataset';

type Promotion = components['schemas']['Promotion'];

const versionCodes = {
  workflow_version_exists: { field: 'version', text: 'Another definition has this version. Enter a higher one.' },
  workflow_version_too_low: { field: 'version', text: 'The version must be higher than the published one.' },
};

/** Makes the model of a completed fit a workflow of the organization. */
export function PublishStep({ fit }: { fit: Fit }) {
  const { tier } = useTier();
  const canPublish = useHasScope('case_studies:write');
  const queryClient = useQueryClient();
  const [version, setVersion] = useState('');
  const publication = useMutation({
    mutationFn: () =>
      data(
        api.POST('/v1/fits/{fit_id}/publish', {
          params: { path: { fit_id: fit.id } },
          body: version.trim() === '' ? {} : { version: version.trim() },
        }),
      ),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['case-studies'] }),
  });
  const errors = formErrors(publication.error, ['version'], versionCodes);
  const isInvalid = isApiFailure(publication.error) && publication.error.code === 'invalid_definition';
  if (publication.data) return <Published fit={fit} promotion={publication.data} />;
  return (
    <>
      <p>
        The model becomes the workflow <code>{fit.workflow_id}</code> of your organization in the {tier} tier, with its
        evidence. Only your organization can see and simulate it. Then you can ask it questions.
      </p>
      {canPublish ? (
        <>
          <div className="own-data-shape">
            <TextField
              label="Version"
              hint={`Default: ${fit.workflow_version}. A later fit needs a higher one.`}
              placeholder={fit.workflow_version}
              value={version}
              error={errors.at('version')}
              onChange={(event) => setVersion(event.target.value)}
            />
          </div>
          {isInvalid ? <CheckProblems error={publication.error} /> : errors.notice}
          <div>
            <Button look="primary" busy={publication.isPending} onClick={() => publication.mutate()}>
              {publication.isPending ? 'Publishing…' : 'Publish'}
            </Button>
          </div>
        </>
      ) : (
        <p>Your access does not include publication. An owner of the organization can grant it.</p>
      )}
    </>
  );
}

function Published({ fit, promotion: { workflow_id, version, overlaps } }: { fit: Fit; promotion: Promotion }) {
  const ask = (question?: string) =>
    `/?${new URLSearchParams({ workflow: workflow_id, ...(question !== undefined && { question }) }).toString()}`;
  const questions = fit.result?.answers.map(({ question }) => question) ?? [];
  return (
    <>
      <Notice
        title={`Version ${version} is published`}
        action={
          <ButtonLink look="primary" to={ask()}>
            Ask a question
          </ButtonLink>
        }
      >
        <p>
          <Link to={`/workflows/${workflow_id}`}>Open the workflow</Link>, or ask it a question.
        </p>
      </Notice>
      {questions.length > 0 && (
        <section>
          <h3>Questions that it answers</h3>
          <ul className="own-data-list">
            {questions.map((question) => (
              <li key={question} dir="auto">
                <Link to={ask(question)}>{question}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {overlaps.length > 0 && <Overlaps overlaps={overlaps} />}
    </>
  );
}
