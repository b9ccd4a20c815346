/** A property of the file that was detected, and that the user should check. */
export interface TableNote {
  code:
    | (
        | 'delimiter_detected'
        | 'encoding_detected'
        | 'nested_columns'
        | 'column_ignored'
        | 'empty_rows'
        | 'heading_row'
        | 'total_row'
        | 'remark_row'
        | 'lines_above_header'
      )
    | (
        | 'decimal_commas'
        | 'thousands_separators'
        | 'ambiguous_numbers'
        | 'unit_read'
        | 'unreadable_cells'
        | 'text_cells'
        | 'spellings_merged'
        | 'blank_ticks'
        | 'several_answers'
      );
  /** Undefined for the whole file. */
  column?: string;
  message: string;
}
