import { ButtonLink } from '../../components/button';
import { Page } from '../../components/page';

export function NotFoundPage() {
  return (
    <Page title="This page does not exist" intro="The address may be incomplete, or the page has moved.">
      <div className="row">
        <ButtonLink to="/" look="primary">
          Ask a question
        </ButtonLink>
        <ButtonLink to="/runs">Your runs</ButtonLink>
      </div>
    </Page>
  );
}
