import { type Static, Type } from 'typebox'

export const DatabaseFault = Type.Union(
  [Type.Literal('disk_full'), Type.Literal('read_only'), Type.Literal('unreachable')],
  {
    $id: 'DatabaseFault',
    description:
      'Why nothing can be stored. disk_full: its disk has too little room; read_only: it accepts no writes; unreachable: it does not respond within 1 s, or fails otherwise. Missing while the database is ok',
  },
)
export type DatabaseFault = Static<typeof DatabaseFault>
