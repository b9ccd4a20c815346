import { Link } from 'react-router';
import { useTitle } from '../../components/page';

/** What people see who are not signed in. */
export function LandingPage() {
  useTitle('What will people do?');
  return (
    <main className="page">
      <h1>Simulation Service</h1>
      <Link to="/sign-in">Sign in</Link>
    </main>
  );
}
