import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { api, body } from '../api/client';
import { Dialog } from '../components/form';
import { kinds, pathOf } from '../runs/run';
import { titleOfRun } from '../runs/title';
import { useHasScope, useSession } from '../session/session';
import { useWorkflowList } from '../workflow/use-workflow';
import { sectionsFor } from './sections';
import './command-menu.css';

interface Command {
  path: string;
  label: string;
  /** Kind of the entry, such as “Page”. */
  kind: string;
}

const newRuns: readonly Command[] = [
  { path: '/sweeps/new', label: 'New parameter sweep', kind: 'Action' },
  { path: '/goals/new', label: 'New goal', kind: 'Action' },
  { path: '/sensitivities/new', label: 'New sensitivity analysis', kind: 'Action' },
];
const maxCommands = 12;

/** Pages, actions, workflows and runs by name, for the keyboard. */
export default function CommandMenu({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const commands = useCommands(text);
  const active = Math.min(at, commands.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    void navigate(command.path);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((active + step + commands.length) % Math.max(1, commands.length));
    else if (event.key === 'Enter') run(commands[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} title="Go to">
      <input
        className="input"
        role="combobox"
        aria-label="Page, action, workflow or name of a run"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={commands[active] && `${id}-${active}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div className="command-list" role="listbox" id={`${id}-list`} aria-label="Results">
        {commands.map((command, index) => (
          <div
            key={command.path}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            className="menu-item"
            aria-selected={index === active}
            data-highlighted={index === active || undefined}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span dir="auto">{command.label}</span> <span className="muted small">{command.kind}</span>
          </div>
        ))}
      </div>
      {commands.length === 0 && <p className="muted">No page, workflow or run has this name.</p>}
    </Dialog>
  );
}

/** The commands whose names contain all words. Runs are searched by the service, by their names. */
function useCommands(text: string): Command[] {
  const identity = useSession();
  const canRead = useHasScope('simulations:read');
  const canWrite = useHasScope('simulations:write');
  const canSeeWorkflows = useHasScope('case_studies:read');
  const name = useDeferredValue(text.trim());
  const { data: workflows = [] } = useWorkflowList(canSeeWorkflows);
  const runs = useQuery({
    queryKey: ['runs', 'named', name],
    queryFn: ({ signal }) => body(api.GET('/v1/runs', { params: { query: { name, limit: 5 } }, signal })),
    enabled: canRead && name.length > 1,
  });
  const pages = sectionsFor(identity).flatMap(({ pages: all }) => all);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const named = [
    ...pages.map(({ path, label }) => ({ path, label, kind: 'Page' })),
    ...(canWrite ? newRuns : []),
    ...workflows.map((one) => ({
      ...{ path: `/workflows/${one.workflow_id}`, label: one.name, kind: 'Workflow' },
    })),
  ].filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  const found = (name.length > 1 && runs.data ? runs.data.data : []).map((run) => ({
    ...{ path: pathOf(run), label: titleOfRun(run, undefined), kind: kinds[run.object].singular },
  }));
  return [...named, ...found].slice(0, maxCommands);
}
