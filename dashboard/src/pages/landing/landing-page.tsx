import { useEffect, useState } from 'react';
import { ButtonLink } from '../../components/notice';
import { useTitle } from '../../components/page';
import { formatCount, formatPoints, formatPointsInterval, formatShare } from '../../format/format';
import { PublicFrame } from '../../shell/public-frame';
import { exampleOutcome, exampleRequest } from './example';
import { Skeleton, loadLater } from '../../components/states';
import './landing.css';

const { label, share, baseline, difference, interval } = exampleOutcome;

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
        <section className="landing-pitch stack">
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

/** The panel and the engine: the browser loads them after the page. */
const LiveExample = loadLater(() => import('./live-example'), 8);

function Example() {
  const isLoaded = usePageLoaded();
  return (
    <section className="landing-example panel stack" aria-labelledby="example">
      <p className="landing-question">“Who would take the Swissmetro if its fares were 20% lower?”</p>
      <h2 id="example">
        {label}: {formatShare(baseline)} → {formatShare(share)}, if fares are 20% lower
      </h2>
      <p>
        {formatPoints(difference)}, with a 95% interval of {formatPointsInterval(interval)}. Move the fare:
      </p>
      {isLoaded ? <LiveExample /> : <Skeleton lines={8} />}
      <p className="small muted landing-source">
        A real result, which this browser computes: {formatCount(exampleRequest.agent_count)} simulated travelers,
        random seed {exampleRequest.seed}. The model is fitted to the Swissmetro survey of 1998. The intervals contain
        no model error, because the data contain no held-out experiment.
      </p>
    </section>
  );
}

function usePageLoaded(): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const loaded = () => setTimeout(() => setLoaded(true));
    if (document.readyState === 'complete') loaded();
    else window.addEventListener('load', loaded, { once: true });
  }, []);
  return isLoaded;
}
