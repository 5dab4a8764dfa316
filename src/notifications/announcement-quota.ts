export interface AnnouncementSource {
  /** The hash of the network that enrolled the launch; empty if unknown. */
  enrolledFrom: string
  creator: string
}

/** Messages per UTC day on each shared channel (Discord, Telegram, e-mail): the three slots of four launches. */
const announcementsPerCreator = 12
/** The same for all creators of one network, because new wallets cost nothing. */
const announcementsPerNetwork = 120

export function createAnnouncementQuota(
  made: readonly (AnnouncementSource & { count: number })[],
): (by: AnnouncementSource) => boolean {
  const counts = new Map<string, number>()
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)
  const toKeys = ({ creator, enrolledFrom }: AnnouncementSource) =>
    [`creator ${creator}`, `network ${enrolledFrom}`] as const
  for (const { count, ...by } of made) for (const key of toKeys(by)) add(key, count)
  return (by) => {
    const [creator, network] = toKeys(by)
    if ((counts.get(creator) ?? 0) >= announcementsPerCreator) return false
    if (by.enrolledFrom !== '' && (counts.get(network) ?? 0) >= announcementsPerNetwork) return false
    add(creator, 1)
    add(network, 1)
    return true
  }
}
