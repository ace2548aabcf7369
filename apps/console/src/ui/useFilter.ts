import { useState } from 'react';

/** A filter and the page of its results; another filter starts at the first page. */
export function useFilter<Value>(initial: Value): {
  readonly value: Value;
  readonly choose: (next: Value) => void;
  readonly page: number;
  readonly turn: (page: number) => void;
} {
  const [value, setValue] = useState(initial);
  const [page, turn] = useState(1);
  const choose = (next: Value): void => {
    setValue(next);
    turn(1);
  };
  return { value, choose, page, turn };
}
