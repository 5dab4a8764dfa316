import * as fc from 'fast-check'

/** Values that the service has named so far: ids, cursors. */
export interface Known {
  learn: (body: string) => void
  /** One of the latest values of a kind, whatever they are when it is drawn. */
  one: (kind: 'id' | 'cursor') => fc.Arbitrary<string>
}

const patterns = {
  id: /"(?:id|\w+Id|\w+From)":"((?:sub_|dlv_|evt_)?[0-9a-f-]{32,36})"/g,
  cursor: /"nextCursor":"([\w-]+)"/g,
}

const most = 40
const nothing = { id: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d', cursor: 'A'.repeat(32) }

export function openKnown(): Known {
  const known = { id: new Set<string>(), cursor: new Set<string>() }
  const learn = (body: string) => {
    for (const kind of ['id', 'cursor'] as const)
      for (const [, value] of body.matchAll(patterns[kind])) if (value) remember(known[kind], value)
  }
  const one = (kind: keyof typeof known) =>
    fc.nat().map((n) => {
      const all = [...known[kind]]
      return all[n % Math.max(1, all.length)] ?? nothing[kind]
    })
  return { learn, one }
}

/** The first ones stay: they are what the run was prepared with. */
function remember(values: Set<string>, value: string): void {
  if (values.size >= most && !values.has(value)) {
    const oldest = [...values][most / 2]
    if (oldest !== undefined) values.delete(oldest)
  }
  values.add(value)
}
