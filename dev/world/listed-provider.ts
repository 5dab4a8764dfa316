/** A provider, as the demo lists it. */
export interface ListedProvider {
  role: string
  isStandIn: boolean
  /** Its host: paths and queries may hold keys. */
  at: string
  words: string
  /** This machine has none, and the demo runs without it. */
  isMissing?: boolean
}
