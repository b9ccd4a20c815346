import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiFailure } from '../../api/api-failure';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { TextArea, TextField } from '../../components/field';
import { ErrorNotice } from '../../components/notice';
import { annotateRun, runKey, type Run } from '../../runs/run';

const maxNameCharacters = 120;
const maxNotesCharacters = 2_000;

/** Changes the name and the notes of a run. */
export function AnnotationDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(run.name ?? '');
  const [notes, setNotes] = useState(run.notes ?? '');
  const save = useMutation({
    mutationFn: () => annotateRun(run, { name: name.trim() || null, notes: notes.trim() || null }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: runKey(run) });
      void queryClient.invalidateQueries({ queryKey: ['runs', 'list'] });
      onClose();
    },
  });
  const failure = isApiFailure(save.error) ? save.error : undefined;
  return (
    <Dialog open onClose={onClose} title="Name and notes" description="Everyone in your organization sees them.">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField
          label="Name"
          dir="auto"
          maxLength={maxNameCharacters}
          value={name}
          error={failure?.fieldMessage('name')}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label="Notes"
          dir="auto"
          maxLength={maxNotesCharacters}
          value={notes}
          error={failure?.fieldMessage('notes')}
          onChange={(event) => setNotes(event.target.value)}
        />
        {save.error && <ErrorNotice error={save.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Keep as it is</Button>
          <Button look="primary" type="submit" busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
