import { formatCount } from '../../format/format';
import { useEffect, useRef } from 'react';
import { type FormErrors, TextArea, TextField } from '../../components/field';
import { Button, Warnings } from '../../components/notice';
import type { components } from '../../api/client';
import type { Dataset } from './dataset';
import { ChangeFields, Questions } from './questions';
import { fieldOf, withField, type SpecState } from './use-spec';
import { saveFile } from '../../components/buttons';
import { Skeleton } from '../../components/states';

type Estimate = components['schemas']['FitDryRun'];

interface ModelStepProps {
  dataset: Dataset;
  spec: SpecState;
  /** What the service makes of the spec. Undefined while it reads, and if the spec has problems. */
  estimate: Estimate | undefined;
  problem: FormErrors['at'];
  isReading: boolean;
}

/** The formula and the model in words, and questions about what the data do not show. */
export function ModelStep({ dataset, spec, estimate, problem, isReading }: ModelStepProps) {
  const { choices, change, questions, text = '', edit, isEdited } = spec;
  const formula = fieldOf(text, 'formula');
  const title = fieldOf(text, 'title') ?? '';
  // The model of the last valid spec stays, so that the page does not jump while the user types.
  const last = useRef(estimate);
  const shown = estimate ?? last.current;
  useEffect(() => {
    if (estimate) last.current = estimate;
  }, [estimate]);
  return (
    <>
      <TextField
        label="Title of the workflow"
        maxLength={120}
        value={isEdited ? title : (choices.title ?? title)}
        error={problem('title')}
        onChange={(value) => (isEdited ? edit(withField(text, 'title', value)) : change({ title: value }))}
      />
      {!isEdited && (
        <Questions
          dataset={dataset}
          questions={questions}
          choices={choices}
          onChange={(answers) => change({ answers })}
          problem={problem}
        />
      )}
      {!isEdited && !/^alternatives:/m.test(text) && (
        <ChangeFields {...{ dataset, choices, questions }} onChange={(changes) => change({ changes })} />
      )}
      <TextField
        label="Formula"
        className="input code"
        spellCheck={false}
        autoComplete="off"
        value={formula ?? ''}
        disabled={formula === undefined}
        hint={
          formula === undefined
            ? 'Edit the formula in the YAML.'
            : 'Outcome ~ columns. Write a:b for a product, log(a), I(a^2), and -1 for no constant.'
        }
        error={problem('formula')}
        onChange={(value) => edit(withField(text, 'formula', value))}
      />
      <div aria-live="polite" aria-busy={isReading}>
        {shown ? (
          <ModelWords estimate={shown} rows={dataset.row_count} isOutdated={!estimate} />
        ) : (
          isReading && <Skeleton lines={4} label="Reading the spec" />
        )}
      </div>
    </>
  );
}

function ModelWords({
  estimate: { model, inferred, warnings },
  rows,
  isOutdated,
}: {
  estimate: Estimate;
  rows: number;
  isOutdated: boolean;
}) {
  // Several rows of a file can be one choice.
  const hasChoices = model.family === 'conditional_logit';
  return (
    <div className={isOutdated ? 'stack own-data-outdated' : 'stack'}>
      <section className="panel stack" aria-labelledby="own-data-model">
        <h3 id="own-data-model">{isOutdated ? 'The last valid model in words' : 'The model in words'}</h3>
        <p dir="auto">{model.words}</p>
        <p className="muted">
          The model uses {formatCount(model.rows)} {hasChoices ? 'choices' : `of ${formatCount(rows)} rows`}, and has{' '}
          {formatCount(model.coefficients.length)} coefficients.
        </p>
        {model.parameters.length > 0 ? (
          <div>
            <h4>Scenarios can change</h4>
            <ul className="text-list">
              {model.parameters.map(({ id, label, options }) => (
                <li key={id} dir="auto">
                  <strong>{label}</strong>
                  {options.length > 0 && `: ${options.map((option) => option.label).join(', ')}`}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <p>Scenarios can change nothing. Mark a column that can change in the first step.</p>
        )}
        {inferred.length > 0 && (
          <details>
            <summary>What the service inferred from the data ({formatCount(inferred.length)})</summary>
            <ul className="text-list">
              {inferred.map((text) => (
                <li key={text} dir="auto">
                  {text}
                </li>
              ))}
            </ul>
          </details>
        )}
      </section>
      <Warnings title="This limits the model" messages={warnings} />
    </div>
  );
}

const minRows = 12;
const maxRows = 34;

/** The spec as YAML, which the user can edit at each step. */
export function SpecPanel({ spec, error }: { spec: SpecState; error: string | undefined }) {
  const { text = '', isEdited, edit, discard } = spec;
  return (
    <section className="panel stack own-data-spec" aria-label="Spec">
      <TextArea
        label="Spec (YAML)"
        hint={
          isEdited
            ? 'This text applies. The choices of the first two steps do not change it.'
            : 'Your choices write this text. You can edit it: the edited text then applies.'
        }
        className="input code"
        spellCheck={false}
        wrap="off"
        rows={Math.min(maxRows, Math.max(minRows, text.split('\n').length))}
        value={text}
        error={error}
        onChange={edit}
      />
      <div className="row">
        <Button size="small" disabled={!isEdited} onClick={discard}>
          Write it from the choices
        </Button>
        <Button
          size="small"
          disabled={text === ''}
          onClick={() => saveFile(new Blob([text], { type: 'application/yaml' }), 'spec.yaml')}
        >
          Download
        </Button>
      </div>
    </section>
  );
}
