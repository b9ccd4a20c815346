import { ButtonLink } from '../../components/button';
import { useTitle } from '../../components/page';
import { formatCount, formatPoints, formatPointsInterval, formatShare } from '../../format/numbers';
import { PublicFrame } from '../../shell/public-frame';
import { exampleOutcomes, exampleRequest } from './example';
import './landing.css';

const [first] = exampleOutcomes;

/** What a visitor without a session sees at `/`: what the service does, one real answer, and the ways in. */
export function LandingPage() {
  useTitle('How would people react?');
  return (
    <PublicFrame
      actions={
        <ButtonLink to="/sign-in" size="small">
          Sign in
        </ButtonLink>
      }
    >
      <div className="landing">
        <section className="landing-pitch">
          <h1>How would people react? See it before you change anything.</h1>
          <p className="landing-lead">
            Ask about a change, such as a lower fare or a new letter. The service simulates how each person in a group
            decides, with a workflow: a decision model that is calibrated on public data. It shows how sure the result
            is.
          </p>
          <div className="row">
            <ButtonLink to="/sign-up" look="primary">
              Create a free account
            </ButtonLink>
            <ButtonLink to="/sign-in">Sign in</ButtonLink>
          </div>
        </section>
        <Example />
        <Points />
      </div>
    </PublicFrame>
  );
}

function Points() {
  return (
    <section className="landing-points" aria-label="What each answer contains">
      <ul>
        <li>
          <strong>Workflows with evidence:</strong> travel, voting, health and more, each published with its data and
          its test on held-out respondents.
        </li>
        <li>
          <strong>An interval with each number,</strong> and the parts of the error behind it.
        </li>
        <li>
          <strong>Reasons, agent by agent,</strong> and the same result for each repetition.
        </li>
      </ul>
      <p className="small muted">
        For developers: the dashboard uses only the public API. Read <a href="/docs">the API reference</a>.
      </p>
    </section>
  );
}

function Example() {
  return (
    <section className="landing-example panel" aria-labelledby="example">
      <p className="landing-question">“Who would take the Swissmetro if its fares were 20% lower?”</p>
      <h2 id="example">
        Swissmetro fares 20% lower: {first.label} {formatShare(first.baseline)} → {formatShare(first.share)}
      </h2>
      <p>
        {formatPoints(first.difference)}, with a 95% interval of {formatPointsInterval(first.interval)}.
      </p>
      <ExampleTable />
      <p className="small muted landing-source">
        A real result: {formatCount(exampleRequest.agent_count)} simulated travelers, random seed {exampleRequest.seed}.
        The model is fitted to the Swissmetro survey of 1998. The intervals contain no model error, because the data
        contain no held-out experiment.
      </p>
    </section>
  );
}

function ExampleTable() {
  return (
    <div className="table-scroll" role="region" aria-label="Shares of the travel modes" tabIndex={0}>
      <table className="table">
        <caption className="visually-hidden">Shares of the travel modes, today and with lower fares</caption>
        <thead>
          <tr>
            <th scope="col">Travel mode</th>
            <th scope="col" className="number">
              Baseline
            </th>
            <th scope="col" className="number">
              20% lower
            </th>
            <th scope="col" className="number">
              Points
            </th>
            <th scope="col">95% interval</th>
          </tr>
        </thead>
        <tbody>
          {exampleOutcomes.map(({ id, label, baseline, share, difference, interval }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              <td className="number">{formatShare(baseline)}</td>
              <td className="number">{formatShare(share)}</td>
              <td className="number">{formatPoints(difference).replace(' points', '')}</td>
              <td>
                <IntervalBar value={difference} interval={interval} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Ends of the axis of the intervals, as shares. */
const axisEnd = 0.06;
const barWidth = 110;

/** An interval around its value, on an axis that the rows share. A visitor needs no plotting library for three of them. */
function IntervalBar({ value, interval: [low, high] }: { value: number; interval: readonly [number, number] }) {
  const x = (share: number) => ((share + axisEnd) / (2 * axisEnd)) * barWidth;
  return (
    <svg
      className="landing-interval"
      viewBox={`0 0 ${barWidth} 20`}
      role="img"
      aria-label={formatPointsInterval([low, high])}
    >
      <line className="landing-zero" x1={x(0)} x2={x(0)} y1={0} y2={20} />
      <line x1={x(low)} x2={x(high)} y1={10} y2={10} />
      <circle cx={x(value)} cy={10} r={5} />
    </svg>
  );
}
