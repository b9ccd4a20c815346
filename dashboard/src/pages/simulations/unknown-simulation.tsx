import { ButtonLink } from '../../components/button';
import { NotInTier } from '../../components/not-in-tier';

/** Shown for an id that does not exist in this tier. */
export function UnknownSimulation({ id }: { id: string }) {
  return (
    <NotInTier
      id={id}
      noun="simulation"
      links={
        <>
          <ButtonLink to="/runs">Your runs</ButtonLink>
          <ButtonLink to="/">Ask a question</ButtonLink>
        </>
      }
    />
  );
}
