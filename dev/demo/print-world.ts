import { cell, printLabelled } from './layout.ts'
import type { ListedProvider } from '../world/listed-provider.ts'
import type { World } from '../world/world.ts'

/** The providers, and which of them are stand-ins. */
export function printWorld({ listedProviders }: World): void {
  for (const provider of listedProviders)
    printLabelled(provider.role, getKind(provider), `${cell(provider.at, 15)}  ${provider.words}`)
}

function getKind({ isStandIn, isMissing = false }: ListedProvider): string {
  if (isMissing) return 'none'
  return isStandIn ? 'stand-in' : 'yours'
}
