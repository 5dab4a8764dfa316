import { type Launchpad, toVenue } from '../../providers/launchpads/launchpads.ts'

/** A launchpad's contract whose event names the token and its creator in topics. All hex is lower-case. */
export interface Factory {
  venue: string
  contract: string
  /** Topic 0 of the event. */
  event: string
  token: { topic: number } | { word: number }
  /** The topics that name the creator and others who may claim the token. */
  creators: number[]
  nameAffix: Launchpad['nameAffix']
  /** The name under which it is kept how far it was read. */
  source: string
}

/** A launchpad's contract whose event names the token alone: a function of the contract names the creator. */
export interface Maker {
  venue: string
  contract: string
  getter: { name: string; selector: string; of: 'token' | 'contract' }
  /** Topic 0 of the event. */
  announcement: string
  nameAffix: Launchpad['nameAffix']
  source: string
}

/** The events that are searched for launches of scored wallets, one by one. */
export function listVenues(launchpads: Launchpad[]): { factories: Factory[]; makers: Maker[] } {
  const places = launchpads.flatMap((launchpad) => {
    const factories = launchpad.contracts.filter(({ role }) => role === 'factory')
    const venue = toVenue(launchpad)
    return factories
      .flatMap(({ address: contract }) => launchpad.events.map((event) => ({ contract, event })))
      .map((place, at) => ({
        ...place,
        venue,
        nameAffix: launchpad.nameAffix,
        source: at === 0 ? venue : `${venue}/${at}`,
      }))
  })
  return {
    factories: places.flatMap(({ event: { topic0, token, creator, alsoNames = [] }, ...place }) => {
      const named = typeof creator === 'object' && !('getter' in creator) ? [...alsoNames, creator] : []
      const creators = named.flatMap((one) => ('topic' in one ? [one.topic] : []))
      return creators.length > 0 && !('tuple' in token) ? [{ ...place, event: topic0, token, creators }] : []
    }),
    makers: places.flatMap(({ event: { topic0, creator }, ...place }) =>
      typeof creator === 'object' && 'getter' in creator
        ? [{ ...place, getter: creator.getter, announcement: topic0 }]
        : [],
    ),
  }
}
