import { cell, printLabelled } from './layout.ts'
import type { Neighbour, World } from '../world/world.ts'

/** Who is asked what, and who of them is only a stand-in. */
export function printWorld({ neighbours }: World): void {
  for (const neighbour of neighbours)
    printLabelled(neighbour.role, getKind(neighbour), `${cell(neighbour.at, 15)}  ${neighbour.words}`)
}

function getKind({ isStandIn, isMissing = false }: Neighbour): string {
  if (isMissing) return 'none'
  return isStandIn ? 'stand-in' : 'yours'
}
