import type { ImageFeatures } from './image-features.ts'

/** As stored and as the judge sees it: first frame, no metadata, no alpha, at most 768×768 and 150 kB. */
export interface Image {
  hash: string
  bytes: Buffer
  mediaType: 'image/png' | 'image/jpeg'
  width: number
  height: number
  /** Absent when the image comes from the database. */
  features?: ImageFeatures
}

export type { ImageFeatures } from './image-features.ts'

export const maxImageMib = 5

/** Grey, because white text would vanish on white and black text on black. */
export const backgroundColour = { r: 128, g: 128, b: 128 }

/** Model servers fail at smaller sides. */
export const minJudgedSide = 64

/** The maximal size of a stored image (D83). */
export const maxCopyBytes = 150_000

/** The message is for the caller. */
export class ImageRefused extends Error {}

export interface Images {
  check: (url: string) => void
  decode: (bytes: Buffer, signal: AbortSignal) => Promise<Image>
  readFeatures: (bytes: Buffer, signal: AbortSignal) => Promise<ImageFeatures>
  /** Throws `ImageRefused`, or the signal's reason. */
  fetch: (url: string, signal: AbortSignal) => Promise<Image>
  /** Throws `ImageRefused`. */
  shrink: (bytes: Buffer, side: number) => Promise<Buffer>
}
