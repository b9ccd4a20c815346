// The panel of a page that is one file: an interactive report, or a shared simulator. The page unpacks the data.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import Simulator, { type SimulatorData } from './simulator';
import '../styles/tokens.css';
import '../styles/components.css';
import './standalone.css';

const { simulatorData } = window as unknown as { simulatorData: SimulatorData };
createRoot(document.getElementById('simulator')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <Simulator data={simulatorData} />
    </MemoryRouter>
  </QueryClientProvider>,
);
