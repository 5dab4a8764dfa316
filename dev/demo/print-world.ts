import { cell, printLabelled } from './layout.ts'
import type { Neighbour, World } from '../world/world.ts'

/** The providers, and which of them are stand-ins. */
export function printWorld({ neighbours }: World): void {
  for (const neighbour of neighbours)
    printLabelled(neighbour.role, getKind(neighbour), `${cell(neighbour.at, 15)}  ${neighbour.words}`)
}

function getKind({ isStandIn, isMissing = false }: Neighbour): string {
  if (isMissing) return 'none'
  return isStandIn ? 'stand-in' : 'yours'
}
