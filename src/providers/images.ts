/** A picture as it is kept and as the judge sees it: first frame, no metadata, no alpha, at most 768×768. */
export interface Picture {
  /** sha-256 of `bytes`, lower-case hex. */
  hash: string
  bytes: Buffer
  mediaType: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

/** The address can't be fetched under the rules, or what it gives is no usable picture. The message is for the caller. */
export class PictureRefused extends Error {}

export interface Images {
  /** Judges the address by its looks, without asking anybody. Throws `PictureRefused`. */
  check: (url: string) => void
  /** Fetches, checks, decodes and scales the picture at `url`. Throws `PictureRefused`, or the signal's reason. */
  take: (url: string, signal: AbortSignal) => Promise<Picture>
}
