import type { Section, View } from '../src/simulations/view/view.schema.js';
import { BlockView, TextList } from './block.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { reportStyle } from './style.js';

export function SectionView({ section: { id, title, blocks } }: { section: Section }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </section>
  );
}

/** The answer: one sentence with the number and its interval, and the chart. */
export function HeadlineView({ headline }: { headline: View['headline'] }) {
  const { text, others, chart } = headline;
  return (
    <section className="view-headline" aria-label="Answer">
      <p className="view-answer">{text}</p>
      {others.map((other) => (
        <p key={other}>{other}</p>
      ))}
      {chart && <BlockView block={chart} />}
    </section>
  );
}

export interface Report {
  readonly view: View;
  /** Such as `report of a simulation`. */
  readonly kind: string;
  /** Files to download, with complete addresses, so that they work in a copy of the page. */
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** A panel whose controls change the result in the browser of the reader. Default: the page has no scripts. */
  readonly simulator?: {
    readonly policy: string;
    readonly style: string;
    /** Script and data are compressed with gzip, in base64. */
    readonly script: string;
    readonly data: string;
    /** Licenses of the libraries in the script. */
    readonly notices: string;
  };
}

/** Unpacks data and script of a simulator. It is constant, because the policy of the page contains its hash. */
export const simulatorLoader = `(async () => {
const unpack = (id) => {
const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (each) => each.charCodeAt(0));
return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
};
window.simulatorData = JSON.parse(await unpack('simulator-data'));
const script = document.createElement('script');
script.textContent = await unpack('simulator-script');
document.body.append(script);
})();`;

/** The panel replaces the text. Some previews of mail programs run no scripts. */
function SimulatorPanel({ simulator: { data, script } }: Required<Pick<Report, 'simulator'>>) {
  return (
    <>
      <section id="simulator" aria-label="What if">
        <p>To change values and see the result move, open this page in a browser that runs scripts.</p>
      </section>
      <script id="simulator-data" type="text/plain" dangerouslySetInnerHTML={{ __html: data }} />
      <script id="simulator-script" type="text/plain" dangerouslySetInnerHTML={{ __html: script }} />
      <script dangerouslySetInnerHTML={{ __html: simulatorLoader }} />
    </>
  );
}

/** More limits are among the details, so that the first page has the answer and everything that it rests on. */
const maxLimits = 5;

/** Renders a self-contained HTML page, without scripts unless it has a simulator: the answer on the first page, then the details. */
export function reportPage(report: Report): string {
  return `<!doctype html>${renderToStaticMarkup(<Page {...report} />)}\n`;
}

const furtherLimits = (limits: readonly string[]): Section => ({
  id: 'further-limits',
  title: 'Further limits',
  part: 'certainty',
  blocks: [{ type: 'list', items: limits.slice(maxLimits) }],
});

function Page({ view, kind, links, simulator }: Report) {
  const { title, facts, question, scenario, headline, trust, limits } = view;
  const sections = limits.length > maxLimits ? [...view.sections, furtherLimits(limits)] : view.sections;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {simulator && <meta httpEquiv="Content-Security-Policy" content={simulator.policy} />}
        <title>{`${title}: ${kind}`}</title>
        {simulator && <style dangerouslySetInnerHTML={{ __html: simulator.style }} />}
        <style dangerouslySetInnerHTML={{ __html: reportStyle }} />
      </head>
      <body className="view">
        <header>
          <h1>{title}</h1>
          <p className="view-note">{facts.join(' · ')}</p>
          {question && <blockquote dir="auto">{question}</blockquote>}
          {scenario.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </header>
        <main>
          <HeadlineView headline={headline} />
          {simulator && <SimulatorPanel simulator={simulator} />}
          <section id="trust" aria-labelledby="trust-title">
            <h2 id="trust-title">How far to trust this</h2>
            <TextList items={trust} />
          </section>
          <section id="limits" aria-labelledby="limits-title">
            <h2 id="limits-title">Limits</h2>
            <TextList items={limits.slice(0, maxLimits)} />
          </section>
          <nav aria-label="Details">
            <ul>
              {sections.map(({ id, title: label }) => (
                <li key={id}>
                  <a href={`#${id}`}>{label}</a>
                </li>
              ))}
              {links.map(({ label, url }) => (
                <li key={url}>
                  <a href={url}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="view-details">
            {sections.map((section) => (
              <SectionView key={section.id} section={section} />
            ))}
          </div>
        </main>
        {simulator && (
          <footer>
            <details>
              <summary>Licenses of the libraries in this page</summary>
              <pre>{simulator.notices}</pre>
            </details>
          </footer>
        )}
      </body>
    </html>
  );
}
