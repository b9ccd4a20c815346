import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiFailure } from '../../../api/api-failure';
import { api, data } from '../../../api/client';
import { Button } from '../../../components/button';
import { Dialog } from '../../../components/dialog';
import { TextArea, TextField } from '../../../components/field';
import { ErrorNotice } from '../../../components/notice';
import type { Simulation } from '../../../results/figure';
import { simulationKey } from '../../../results/use-simulation';

const maxNameCharacters = 120;
const maxNotesCharacters = 2_000;

/** Changes the name and the notes of a simulation. */
export function AnnotationDialog({ simulation, onClose }: { simulation: Simulation; onClose: () => void }) {
  const { id } = simulation;
  const queryClient = useQueryClient();
  const [name, setName] = useState(simulation.name ?? '');
  const [notes, setNotes] = useState(simulation.notes ?? '');
  const save = useMutation({
    mutationFn: () =>
      data(
        api.PATCH('/v1/simulations/{id}', {
          params: { path: { id } },
          body: { name: name.trim() || null, notes: notes.trim() || null },
        }),
      ),
    onSuccess: (record) => {
      queryClient.setQueryData(simulationKey(id), record);
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
