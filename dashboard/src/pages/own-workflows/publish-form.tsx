import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ChangeEvent } from 'react';
import { Link } from 'react-router';
import { Button, Notice } from '../../components/notice';
import { Field, TextArea } from '../../components/field';
import { useTier } from '../../session/session';
import { CheckProblems, CheckResult } from './check-result';
import { parseDefinition, promote, type Definition, type Promotion } from './own-workflow';

/** Upload, check and publish a definition. Only a checked text can be published. */
export function PublishForm({ onClose }: { onClose: () => void }) {
  const { tier } = useTier();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const check = useMutation({
    mutationFn: async (definition: Definition) => ({ definition, promotion: await promote(definition, true) }),
  });
  const publication = useMutation<Promotion, Error, Definition>({
    mutationFn: (definition) => promote(definition, false),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['case-studies'] }),
  });
  const change = (value: string) => {
    setText(value);
    setProblem(undefined);
    check.reset();
    publication.reset();
  };
  const readFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file) change(await file.text());
  };
  const startCheck = () => {
    const parsed = parseDefinition(text);
    if ('problem' in parsed) setProblem(parsed.problem);
    else check.mutate(parsed.definition);
  };

  return (
    <section className="panel stack" aria-labelledby="publish">
      <h2 id="publish">Publish a workflow</h2>
      <p className="muted">
        A definition contains the population, the model and the evidence. <Link to="/own-data">Own data</Link> makes one
        from a table, without a file like this. Its format is the{' '}
        <a href="/schemas/workflow-definition.json">JSON Schema of definitions</a>.
      </p>
      <Field label="Definition file" hint="A JSON file of at most 256 KiB.">
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            accept=".json,application/json"
            onChange={(event) => void readFile(event)}
          />
        )}
      </Field>
      <TextArea
        label="Or paste the definition"
        className="input code"
        rows={10}
        spellCheck={false}
        value={text}
        error={problem}
        onChange={change}
      />
      <div className="row">
        <Button
          look={check.data ? 'normal' : 'primary'}
          disabled={!text.trim()}
          busy={check.isPending}
          onClick={startCheck}
        >
          {check.isPending ? 'Checking…' : 'Check'}
        </Button>
        {check.data && !publication.data && (
          <Button look="primary" busy={publication.isPending} onClick={() => publication.mutate(check.data.definition)}>
            Publish version {check.data.promotion.version} in the {tier} tier
          </Button>
        )}
        <Button onClick={onClose}>{publication.data ? 'Close' : 'Cancel'}</Button>
      </div>
      <div aria-live="polite" className="stack">
        {check.error && <CheckProblems error={check.error} />}
        {publication.error && <CheckProblems error={publication.error} />}
        {publication.data ? (
          <Notice title={`Version ${publication.data.version} is published`}>
            <p>
              <Link to={`/workflows/${publication.data.workflow_id}`}>Open the workflow</Link> and simulate it.
            </p>
          </Notice>
        ) : (
          check.data && <CheckResult {...check.data} />
        )}
      </div>
    </section>
  );
}
