import { useState, type ReactNode } from 'react';
import { Button } from '../components/button';
import { parametersOf } from '../parameter-form/parameters';
import { measureSentence, type Labeled, type Measure } from './measure';
import { MeasureForm } from './measure-form';
import { useMeasures } from './measure-store';
import type { CaseStudy } from '../workflow/use-workflow';
import './measures.css';

interface MeasuresSectionProps {
  workflow: CaseStudy;
  outcomes: readonly Labeled[];
  /** The values of one measure. */
  children: (measure: Measure) => ReactNode;
}

/** The measures of money of a workflow whose price is a parameter. Others depend on the agent, so that only goals compute them. */
function offeredMeasures({ money_measures: all }: Pick<CaseStudy, 'money_measures'>): Measure[] {
  return all
    .filter(({ parameter, values }) => Object.values(values).every((name) => name === parameter))
    .map(({ label, unit, parameter, values }) => ({
      ...{ id: `offered:${parameter}`, name: label, unit, parameter },
      values: Object.fromEntries(Object.keys(values).map((id) => [id, { constant: 0, factor: 1 }])),
    }));
}

/** The measures of the user for this workflow, such as revenue. They are stored in this browser. */
export function MeasuresSection({ workflow, outcomes, children }: MeasuresSectionProps) {
  const { measures, save, remove } = useMeasures(workflow.workflow_id);
  const [edited, setEdited] = useState<Measure | 'new'>();
  const parameters = parametersOf(workflow).filter(({ kind }) => kind === 'number');
  const titleOf = (id: string | null) => parameters.find((parameter) => parameter.id === id)?.label;
  if (outcomes.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="measures">
      <div className="between">
        <h2 id="measures">Your measures</h2>
        <div className="row">
          {offeredMeasures(workflow)
            .filter(({ parameter, name }) => measures.every((own) => own.parameter !== parameter || own.name !== name))
            .map((measure) => (
              <Button key={measure.parameter} onClick={() => setEdited(measure)}>
                Add {measure.name.toLowerCase()} by {titleOf(measure.parameter)}
              </Button>
            ))}
          <Button onClick={() => setEdited('new')}>Define a measure</Button>
        </div>
      </div>
      {measures.length === 0 && (
        <p className="muted">
          A measure gives each outcome a value, such as a fare, a margin or a cost. Define one to see revenue, margin or
          any other sum. It is stored in this browser.
        </p>
      )}
      {measures.map((measure) => (
        <article key={measure.id} className="panel stack">
          <div className="between">
            <h3 dir="auto">{measure.name}</h3>
            <div className="row">
              <Button size="small" of={measure.name} onClick={() => setEdited(measure)}>
                Edit
              </Button>
              <Button size="small" of={measure.name} onClick={() => remove(measure.id)}>
                Delete
              </Button>
            </div>
          </div>
          <p className="measures-sentence" dir="auto">
            {measureSentence(measure, outcomes, titleOf(measure.parameter))}
          </p>
          {children(measure)}
        </article>
      ))}
      {edited && (
        <MeasureForm
          measure={edited === 'new' ? undefined : edited}
          outcomes={outcomes}
          parameters={parameters}
          onClose={() => setEdited(undefined)}
          onSave={(measure) => {
            save(measure);
            setEdited(undefined);
          }}
        />
      )}
    </section>
  );
}
