import { cell, printLabelled } from './layout.ts'
import type { World } from './world.ts'

/** Who is asked what, and who of them is only a stand-in. */
export function printWorld({ neighbours }: World): void {
  for (const { role, isStandIn, at, words } of neighbours)
    printLabelled(role, isStandIn ? 'stand-in' : 'yours', `${cell(at, 15)}  ${words}`)
}
