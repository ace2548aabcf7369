/** A page of rows on the wire. */
export interface Page<Row> {
  current_page: number;
  data: Row[];
  last_page: number;
  per_page: number;
  total: number;
}

/** Builds a page of rows with its counts. */
export const pageReply = <Row>(rows: Row[], total: number, page: number, limit: number): Page<Row> => ({
  current_page: page,
  data: rows,
  last_page: Math.max(1, Math.ceil(total / limit)),
  per_page: limit,
  total,
});
