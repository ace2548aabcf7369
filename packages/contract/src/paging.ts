/** A page of rows as the wire has it. */
export interface Page<Row> {
  current_page: number;
  data: Row[];
  last_page: number;
  per_page: number;
  total: number;
}

/** Rows of one page with the counts that the wire wants around them. */
export const pageReply = <Row>(rows: Row[], total: number, page: number, limit: number): Page<Row> => ({
  current_page: page,
  data: rows,
  last_page: Math.max(1, Math.ceil(total / limit)),
  per_page: limit,
  total,
});
