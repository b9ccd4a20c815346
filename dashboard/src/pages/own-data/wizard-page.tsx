import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { type components, isApiFailure } from '../../api/client';
import { ButtonLink } from '../../components/notice';
import { anyField } from '../../components/field';
import { NotInTier, Page } from '../../components/page';
import { useRunForm } from '../../run-simulation/use-run-form';
import { readRun, runKey, type Run } from '../../runs/run';
import { DataStep } from './data-step';
import { addressOf, steps, useDataset, type Dataset, type Fit, type Step } from './dataset';
import { FitStep } from './fit-step';
import { ModelStep, SpecPanel } from './model-step';
import { PublishStep } from './publish-step';
import { fieldOf, useSpec } from './use-spec';
import { Skeleton, Loaded } from '../../components/states';
import './own-data.css';

const titles: Record<Step, string> = { data: 'Data', model: 'Model', fit: 'Fit', publish: 'Publish' };
const modelFields = ['title', 'formula', 'alternatives', 'none_chosen', 'event', 'end', 'order', 'missing', 'weight'];
const maxNameCharacters = 120;

/** From a dataset to a workflow: `?step=` is the step, and `?fit=` the fit. */
export default function WizardPage() {
  const { datasetId: id = '' } = useParams();
  const [search] = useSearchParams();
  const query = useDataset(id);
  // A reload continues with what the user said, and the link to another fit with its spec. A fit that starts later changes neither.
  const [stored] = useState(search.get('fit'));
  const fit = useFit(stored);
  if (isApiFailure(query.error) && [400, 404].includes(query.error.status))
    return <NotInTier id={id} noun="dataset" links={<ButtonLink to="/own-data">Own data</ButtonLink>} />;
  const isWaiting = stored !== null && fit.isPending;
  return (
    <Page title={query.data ? (query.data.name ?? id) : 'Own data'} actions={<Link to="/own-data">All own data</Link>}>
      <Loaded query={query} lines={8}>
        {(dataset) =>
          isWaiting ? <Skeleton lines={8} /> : <Wizard key={dataset.id} dataset={dataset} stored={fitOf(fit.data)} />
        }
      </Loaded>
    </Page>
  );
}

const useFit = (id: string | null) =>
  useQuery({
    queryKey: runKey({ object: 'fit', id: id ?? '' }),
    queryFn: ({ signal }) => readRun({ object: 'fit', id: id ?? '' }, signal),
    enabled: id !== null,
  });

const fitOf = (run: Run | undefined) => (run?.object === 'fit' ? run : undefined);

function Wizard({ dataset, stored }: { dataset: Dataset; stored: Fit | undefined }) {
  const [search] = useSearchParams();
  const fitId = search.get('fit');
  const { data: run } = useFit(fitId);
  const fit = run?.object === 'fit' && run.status === 'completed' ? run : undefined;
  const spec = useSpec(dataset, stored, fitId);
  const step = stepOf(search.get('step'), fitId);
  const name = fieldOf(spec.text ?? '', 'title')?.slice(0, maxNameCharacters);
  const form = useRunForm<components['schemas']['FitDryRun']>({
    path: '/v1/fits',
    request:
      spec.text !== undefined && spec.isReady
        ? { dataset_id: dataset.id, spec: spec.text, ...(name && { name }) }
        : undefined,
    fields: [...(step === 'model' ? modelFields : []), anyField],
    pageOf: (id) => addressOf(dataset.id, { step: 'fit', fit: id }),
  });
  const { data: estimate, error, isFetching } = form.estimate;
  const can: Record<Step, boolean> = {
    data: true,
    model: spec.text !== undefined,
    fit: spec.text !== undefined || fitId !== null,
    publish: fit !== undefined,
  };
  const content: Record<Step, () => ReactNode> = {
    data: () => <DataStep dataset={dataset} spec={spec} />,
    model: () => (
      <ModelStep
        dataset={dataset}
        spec={spec}
        estimate={error ? undefined : estimate}
        problem={form.errors.at}
        isReading={isFetching || !spec.isReady}
      />
    ),
    fit: () => <FitStep form={form} text={spec.text} fitId={fitId} />,
    publish: () => (fit ? <PublishStep fit={fit} /> : <p>Fit the model first.</p>),
  };
  const shown = can[step] ? step : 'data';
  const next = steps[steps.indexOf(shown) + 1];
  return (
    <div className="stack">
      <StepLinks current={shown} can={can} to={(one) => addressOf(dataset.id, { step: one, fit: fitId })} />
      <div className="own-data-wizard" data-step={shown}>
        <section className="stack own-data-step" aria-labelledby="own-data-step">
          <StepTitle key={shown} title={titles[shown]} isFirst={search.get('step') === null} />
          {content[shown]()}
          {next && can[next] && (
            <div>
              <ButtonLink
                look={shown === 'fit' || shown === 'data' || shown === 'model' ? 'primary' : 'normal'}
                to={addressOf(dataset.id, { step: next, fit: fitId })}
              >
                Continue: {titles[next].toLowerCase()}
              </ButtonLink>
            </div>
          )}
        </section>
        <SpecPanel spec={spec} error={form.errors.at(anyField)} />
      </div>
    </div>
  );
}

const isStep = (value: string | null): value is Step => steps.some((step) => step === value);
const stepOf = (value: string | null, fitId: string | null): Step =>
  isStep(value) ? value : fitId === null ? 'data' : 'fit';

function StepLinks({ current, can, to }: { current: Step; can: Record<Step, boolean>; to: (step: Step) => string }) {
  return (
    <nav aria-label="Steps">
      <ol className="own-data-steps plain-list row">
        {steps.map((step, at) => (
          <li key={step}>
            {can[step] ? (
              <Link to={to(step)} aria-current={step === current ? 'step' : undefined}>
                {at + 1}. {titles[step]}
              </Link>
            ) : (
              <span className="muted" aria-disabled="true">
                {at + 1}. {titles[step]}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Has the focus after a change of the step: the link to the step is at another place then. */
function StepTitle({ title, isFirst }: { title: string; isFirst: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
  }, [isFirst]);
  return (
    <h2 id="own-data-step" ref={heading} tabIndex={-1} className="own-data-title">
      {title}
    </h2>
  );
}
