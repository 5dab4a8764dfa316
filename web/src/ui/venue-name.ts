const names: Record<string, string> = {
  clanker: 'Clanker',
  'clanker-v3.0': 'Clanker v3.0',
  'clanker-v3.1': 'Clanker v3.1',
  virtuals: 'Virtuals',
  zora: 'Zora',
}

/** The name that a launchpad gives itself; its id where the name isn't known. */
export const venueName = (venue: string): string => names[venue] ?? venue
