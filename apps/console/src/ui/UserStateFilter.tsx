import { Flex, Input, Segmented } from 'antd';

/** What a list of all users' orders or plans is filtered by: a state, or all, and the UID as it is typed. */
export interface UserState<State extends string> {
  readonly state: State | 'all';
  readonly uid: string;
}

/** The parameter `uid` of a filter; left out while no whole UID is entered. */
export const uidOf = (uid: string): { readonly uid?: number } =>
  /^[1-9]\d{0,15}$/.test(uid) ? { uid: Number(uid) } : {};

/** Chooses state and user of a list. */
export function UserStateFilter<State extends string>({
  states,
  value,
  choose,
}: {
  readonly states: readonly (State | 'all' | { readonly value: State | 'all'; readonly label: string })[];
  readonly value: UserState<State>;
  readonly choose: (next: UserState<State>) => void;
}) {
  return (
    <Flex gap={8} wrap>
      <Input
        size="small"
        inputMode="numeric"
        placeholder="UID"
        aria-label="UID"
        style={{ width: 110 }}
        value={value.uid}
        onChange={(event) => choose({ ...value, uid: event.target.value.trim() })}
      />
      <Segmented
        size="small"
        options={[...states]}
        value={value.state}
        onChange={(state) => choose({ ...value, state })}
      />
    </Flex>
  );
}
