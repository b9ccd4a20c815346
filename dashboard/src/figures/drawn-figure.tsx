import type { BlockOf } from '../../../src/simulations/view/view.schema';
import { FigureView } from '../../../view/block';
import './view-style';

export default function DrawnFigure({ figure }: { figure: BlockOf<'figure'> }) {
  return (
    <div className="view">
      <FigureView figure={figure} />
    </div>
  );
}
