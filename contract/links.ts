export const linkTypes = ['website', 'telegram', 'discord', 'farcaster', 'github', 'other'] as const

export const maxLinks = 8

export interface Link {
  type: (typeof linkTypes)[number]
  url: string
}

const hosts: [host: RegExp, type: Link['type']][] = [
  [/^(?:www\.)?(?:t|telegram)\.me$/, 'telegram'],
  [/^(?:www\.)?(?:discord\.gg|discord(?:app)?\.com)$/, 'discord'],
  [/^(?:www\.)?(?:farcaster\.xyz|warpcast\.com)$/, 'farcaster'],
  [/^(?:www\.)?github\.com$/, 'github'],
]

/** By the host of the URL; undefined: any website. */
export function findLinkType(url: string): Link['type'] | undefined {
  const [, host = ''] = /^https:\/\/([^/?#]*)/i.exec(url) ?? []
  return hosts.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1]
}
