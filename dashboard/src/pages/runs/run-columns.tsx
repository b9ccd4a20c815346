import { Link } from 'react-router';
import { type Column, StatusBadge, Time } from '../../components/data-table';
import { formatCount } from '../../format/format';
import { headlineOf } from '../../results/headline';
import { namesOf, parameterLabel, parameterValue, titleOfRun } from '../../runs/title';
import { authorText, type Known } from '../../runs/authors';
import { kinds, modelKey, pathOf, type Run } from '../../runs/run';
import type { CaseStudy } from '../../workflow/use-workflow';

interface Choice {
  isChosen: (id: string) => boolean;
  canChoose: (run: Run) => boolean;
  toggle: (id: string) => void;
}

interface Optional {
  known: Known;
  choice: Choice;
}

/** @param optional undefined for a list without creators, in which no simulation can be chosen */
export const runColumns = (models: ReadonlyMap<string, CaseStudy>, optional?: Optional): Column<Run>[] => [
  ...(optional ? [choiceColumn(models, optional.choice)] : []),
  { id: 'title', header: 'Run', isTitle: true, cell: (run) => <Title run={run} model={models.get(modelKey(run))} /> },
  { id: 'kind', header: 'Kind', cell: ({ object }) => kinds[object].singular },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'result', header: 'Result', cell: (run) => <Result run={run} model={models.get(modelKey(run))} /> },
  {
    id: 'agents',
    header: 'Agents',
    numeric: true,
    cell: (run) => (run.object === 'fit' ? '–' : formatCount(run.agent_count)),
  },
  ...(optional ? [authorColumn(optional.known)] : []),
  { id: 'created', header: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
];

const authorColumn = (known: Known): Column<Run> => ({
  id: 'by',
  header: 'By',
  cell: ({ created_by }) => <span dir="auto">{authorText(created_by, known) ?? '–'}</span>,
});

const choiceColumn = (models: ReadonlyMap<string, CaseStudy>, choice: Choice): Column<Run> => ({
  id: 'compare',
  header: 'Compare',
  cell: (run) =>
    choice.canChoose(run) && (
      <input
        type="checkbox"
        aria-label={`Compare ${titleOfRun(run, models.get(modelKey(run)))}`}
        checked={choice.isChosen(run.id)}
        onChange={() => choice.toggle(run.id)}
      />
    ),
});

function Title({ run, model }: { run: Run; model: CaseStudy | undefined }) {
  const title = titleOfRun(run, model);
  return (
    <div className="run-title">
      <Link to={pathOf(run)} dir="auto">
        {title}
      </Link>
      {model && model.name !== title && (
        <div className="muted small" dir="auto">
          {model.name}
        </div>
      )}
    </div>
  );
}

function Result({ run, model }: { run: Run; model: CaseStudy | undefined }) {
  const lines = model ? linesOf(run, model) : [];
  return (
    <div className="run-result" dir="auto">
      {lines.map((line, at) => (
        <div key={line} className={at === 0 ? undefined : 'muted small'}>
          {line}
        </div>
      ))}
    </div>
  );
}

/** The result in a line, and what led to it. */
function linesOf(run: Run, model: CaseStudy): string[] {
  switch (run.object) {
    case 'simulation': {
      const headline = headlineOf(model, run);
      return headline ? [headline.result, headline.change] : [];
    }
    case 'large_simulation': {
      const headline = headlineOf(model, { ...run, summary: run.result, routed_via: null });
      return headline ? [headline.result, headline.change] : [];
    }
    case 'sweep': {
      const { points, points_total: total } = run.progress;
      const labels = run.parameters.map(({ name }) => parameterLabel(namesOf(model), name));
      return [`${formatCount(points.completed)} of ${formatCount(total)} points completed`, labels.join(', ')];
    }
    case 'goal': {
      const names = namesOf(model);
      const found = run.result?.arguments.map(
        ({ parameter, value }) => `${parameterLabel(names, parameter)} ${parameterValue(names, parameter, value)}`,
      );
      return found && run.result ? [found.join(', '), findings[run.result.finding]] : [];
    }
    case 'sensitivity':
      return run.result ? [`${formatCount(run.parameters.length)} parameters analyzed`] : [];
    case 'fit':
      return run.result ? [`${formatCount(run.model.coefficients.length)} coefficients estimated`] : [];
    case 'bias_report':
      return run.result
        ? [`A language model is ${(100 * run.result.total_variation).toFixed(1)}% away from the workflow`]
        : [];
    case 'survey':
      return run.result
        ? [`Not calibrated: answers of a language model for ${formatCount(run.result.answered)} agents`]
        : [];
  }
}

const findings = {
  optimum: 'The best value within the bounds',
  reached: 'Reaches the target',
  unreachable: 'No allowed value reaches the target: this is the nearest',
  infeasible: 'No value satisfies the constraints',
};
