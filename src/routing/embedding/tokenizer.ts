/** A piece of text with the logarithm of its probability. Its position in the list is its id. */
export type Piece = readonly [text: string, score: number];

const unknownId = 0;
/** Ids of control symbols. No text contains them. */
const reservedIds = 6;

/** Splits texts into the most probable sequence of pieces (unigram model of SentencePiece; Kudo, 2018). */
export class Tokenizer {
  private readonly pieces: ReadonlyMap<string, { readonly id: number; readonly score: number }>;
  private readonly lengths: readonly number[];
  private readonly maxLength: number;

  constructor(vocabulary: readonly Piece[]) {
    const pieces = vocabulary.map(([text, score], id) => [text, { id, score }] as const);
    this.pieces = new Map(pieces.slice(reservedIds));
    this.lengths = vocabulary.map(([text]) => [...text].length);
    this.maxLength = Math.max(...this.lengths);
  }

  /** Ids of the pieces. Successive unknown characters are one unknown piece. */
  encode(text: string): number[] {
    const symbols = [...`\u2581${text.normalize('NFKC').replaceAll(' ', '\u2581')}`];
    const best = new Float64Array(symbols.length + 1);
    const last = new Uint32Array(symbols.length + 1);
    const offer = (end: number, score: number, id: number) => {
      // The scores of pieces are negative: 0 is a position without a piece yet.
      if (best[end] !== 0 && score < best[end]!) return;
      best[end] = score;
      last[end] = id;
    };
    for (let start = 0; start < symbols.length; start++) {
      let isKnown = false;
      let text = '';
      for (let end = start + 1; end <= Math.min(symbols.length, start + this.maxLength); end++) {
        text += symbols[end - 1];
        const piece = this.pieces.get(text);
        if (!piece) continue;
        isKnown = true;
        offer(end, piece.score + best[start]!, piece.id);
      }
      if (!isKnown) offer(start + 1, best[start]!, unknownId);
    }
    const ids: number[] = [];
    for (let end = symbols.length; end > 0; end -= this.lengths[last[end]!]!) ids.push(last[end]!);
    return ids.reverse().filter((id, position) => id !== unknownId || ids[position - 1] !== unknownId);
  }
}
