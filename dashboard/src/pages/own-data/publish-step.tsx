import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, type components, data, isApiFailure } from '../../api/client';
import { Button, ButtonLink, Notice } from '../../components/notice';
import { formErrors, TextArea, TextField } from '../../components/field';
import { useHasScope, useTier } from '../../session/session';
import { CheckProblems, Overlaps } from '../own-workflows/publish-form';
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
  const [version, setVersion] = useState('');
  const [examples, setExamples] = useState(() => examplesOf(fit).join('\n'));
  const publication = usePublication(fit, version.trim(), linesOf(examples));
  const errors = formErrors(publication.error, ['version', 'examples'], versionCodes);
  const isInvalid = isApiFailure(publication.error) && publication.error.code === 'invalid_definition';
  const promotion = publication.data;
  if (promotion)
    return (
      <Published
        promotion={promotion}
        examples={linesOf(examples)}
        onEdit={() => {
          setVersion(nextVersion(promotion.version));
          publication.reset();
        }}
      />
    );
  return (
    <>
      <p>
        The model becomes the workflow <code>{fit.workflow_id}</code> of your organization in the {tier} tier, with its
        evidence. Only your organization can see and simulate it. Then you can ask it questions.
      </p>
      {canPublish ? (
        <>
          <TextArea
            label="Example questions"
            hint="One in each line. A question that is similar to one of them is answered by this workflow."
            rows={Math.min(8, linesOf(examples).length + 1)}
            value={examples}
            error={errors.at('examples')}
            onChange={setExamples}
          />
          <div className="own-data-shape">
            <TextField
              label="Version"
              hint={`Default: ${fit.workflow_version}. A later fit needs a higher one.`}
              placeholder={fit.workflow_version}
              value={version}
              error={errors.at('version')}
              onChange={setVersion}
            />
          </div>
          {isInvalid ? <CheckProblems error={publication.error} /> : errors.notice}
          <div>
            <Button
              look="primary"
              busy={publication.isPending}
              disabled={linesOf(examples).length === 0}
              onClick={() => publication.mutate()}
            >
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

function usePublication(fit: Fit, version: string, examples: string[]) {
  const queryClient = useQueryClient();
  const isEdited = examples.join('\n') !== examplesOf(fit).join('\n');
  return useMutation({
    mutationFn: () =>
      data(
        api.POST('/v1/fits/{fit_id}/publish', {
          params: { path: { fit_id: fit.id } },
          body: { ...(version !== '' && { version }), ...(isEdited && { examples }) },
        }),
      ),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['case-studies'] }),
  });
}

/** The service has checked the definition against its schema. */
const examplesOf = ({ result }: Fit): readonly string[] =>
  (result?.definition as { routing: { examples: string[] } } | null | undefined)?.routing.examples ?? [];

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const nextVersion = (version: string) => version.replace(/\d+$/, (patch) => String(Number(patch) + 1));

interface PublishedProps {
  promotion: Promotion;
  examples: readonly string[];
  onEdit: () => void;
}

function Published({ promotion: { workflow_id, version, overlaps }, examples, onEdit }: PublishedProps) {
  const ask = (question?: string) =>
    `/?${new URLSearchParams({ workflow: workflow_id, ...(question !== undefined && { question }) }).toString()}`;
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
      {examples.length > 0 && (
        <section>
          <h3>Questions that it answers</h3>
          <ul className="text-list">
            {examples.map((question) => (
              <li key={question} dir="auto">
                <Link to={ask(question)}>{question}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {overlaps.length > 0 && (
        <>
          <Overlaps overlaps={overlaps} />
          <div>
            <Button onClick={onEdit}>Edit the example questions</Button>
          </div>
        </>
      )}
    </>
  );
}
