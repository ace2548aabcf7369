import type { KeyboardEvent } from 'react';

/**
 * Arrow keys move the selection in a group, as in tabs and radio buttons: spread `group` into the container,
 * `item(id)` into each item. Tab reaches only the selected one.
 */
export function arrows<Id>(ids: readonly Id[], value: Id, onChange: (id: Id) => void) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const to = (ids.indexOf(value) + step + ids.length) % ids.length;
    const next = ids[to];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onChange(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab], [role=radio]')[to]?.focus();
  };
  return {
    group: { onKeyDown },
    item: (id: Id) => ({ tabIndex: id === value ? 0 : -1, onClick: () => onChange(id) }),
  };
}
