import { ButtonLink, Button } from '../../components/button';
import { Page } from '../../components/page';
import { useTier } from '../../session/session';

/** Shown for an id that does not exist in this tier. The other tier may have it. */
export function UnknownSimulation({ id }: { id: string }) {
  const { tier, changeTier } = useTier();
  const other = tier === 'live' ? 'sandbox' : 'live';
  return (
    <Page title="This simulation does not exist here">
      <div className="stack">
        <p>
          No simulation with the id <code>{id}</code> is in the {tier} tier of your organization. These are the usual
          reasons:
        </p>
        <ul className="result-list">
          <li>It is in the {other} tier. Each tier has its own simulations.</li>
          <li>A member of your organization deleted it.</li>
          <li>It belongs to another organization, or the address is incomplete.</li>
        </ul>
        <div className="row">
          <Button look="primary" onClick={() => changeTier(other)}>
            Look in the {other} tier
          </Button>
          <ButtonLink to="/simulations">Your simulations</ButtonLink>
          <ButtonLink to="/">Ask a question</ButtonLink>
        </div>
      </div>
    </Page>
  );
}
