import type { ReactNode } from 'react';
import type { BlockOf } from '../../../src/simulations/view/view.schema';
import { FigureActions, FigureView } from '../../../view/block';
import { ChartFiles } from './chart-files';
import './figures.css';
import './view-style';

export function ViewFrame({ children, ...rest }: { children: ReactNode; 'aria-busy'?: boolean }) {
  return (
    <FigureActions value={ChartFiles}>
      <div className="view" {...rest}>
        {children}
      </div>
    </FigureActions>
  );
}

export default function DrawnFigure({ figure }: { figure: BlockOf<'figure'> }) {
  return (
    <ViewFrame>
      <FigureView figure={figure} />
    </ViewFrame>
  );
}
