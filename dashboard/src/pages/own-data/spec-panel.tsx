import { Button } from '../../components/button';
import { TextArea } from '../../components/field';
import { saveFile } from '../../api/save-file';
import type { SpecState } from './use-spec';

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
        className="input own-data-code"
        spellCheck={false}
        wrap="off"
        rows={Math.min(maxRows, Math.max(minRows, text.split('\n').length))}
        value={text}
        error={error}
        onChange={(event) => edit(event.target.value)}
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
