import { createContext, useContext, type ReactNode } from 'react';
import type { Block, BlockOf } from '../src/simulations/view/view.schema.js';
import { ChartView } from './chart.js';

/** Longer tables are folded. */
const maxUnfoldedRows = 8;

/** A part of a section. */
export function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'heading':
      return <h3>{block.text}</h3>;
    case 'text':
      return (
        <p>
          {block.lead && <strong>{block.lead} </strong>}
          {block.text}
        </p>
      );
    case 'list':
      return <TextList items={block.items} />;
    case 'warning':
      return <Warning {...block} />;
    case 'facts':
      return <Facts {...block} />;
    case 'table':
      return block.rows.length > maxUnfoldedRows ? (
        <Folded summary={`${block.caption}: table with ${block.rows.length} rows`}>
          <TableView table={block} isText={block.is_text} />
        </Folded>
      ) : (
        <TableView table={block} isText={block.is_text} />
      );
    case 'figure':
      return <FigureView figure={block} />;
    case 'agent':
      return <AgentView {...block} />;
  }
}

export function TextList({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** What a page offers below each chart, such as downloads. A report has no scripts, and offers nothing. */
export const FigureActions = createContext<((props: { figure: BlockOf<'figure'> }) => ReactNode) | null>(null);

/** A chart, and its numbers for exact values and screen readers. */
export function FigureView({ figure }: { figure: BlockOf<'figure'> }) {
  const { title, chart, table } = figure;
  const Actions = useContext(FigureActions);
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <ChartView title={title} chart={chart} />
      <Folded summary="The numbers of this chart">
        <TableView table={table} />
      </Folded>
      {Actions && <Actions figure={figure} />}
    </figure>
  );
}

function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

type Table = BlockOf<'figure'>['table'];

function TableView({ table: { caption, head, rows }, isText = false }: { table: Table; isText?: boolean }) {
  return (
    // Keyboard users scroll the frame with the arrow keys.
    <div className="view-table" role="region" aria-label={caption} tabIndex={0}>
      <table className={isText ? 'view-words' : undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((title, column) => (
              <th key={column} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ header, cells }, index) =>
            cells.length === 0 ? (
              <tr key={index}>
                <th scope="rowgroup" colSpan={head.length}>
                  {header}
                </th>
              </tr>
            ) : (
              <tr key={index}>
                <th scope="row">{header}</th>
                {cells.map(({ text, detail }, column) => (
                  <td key={column}>
                    {text}
                    {detail !== undefined && <small>{detail}</small>}
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

function Warning({ title, text, items }: BlockOf<'warning'>) {
  return (
    <aside className="view-warning">
      <h3>{title}</h3>
      {text && <p>{text}</p>}
      <TextList items={items} />
    </aside>
  );
}

function Facts({ facts, is_code: isCode }: BlockOf<'facts'>) {
  return (
    <dl>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isCode ? <code>{value}</code> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function AgentView({ title, note, paragraphs }: BlockOf<'agent'>) {
  return (
    <article className="view-agent">
      <h3>{title}</h3>
      <p className="view-note">{note}</p>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </article>
  );
}
