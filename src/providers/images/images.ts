import type { ImageFeatures } from './image-features.ts'

/** An image as it is stored and as the judge sees it: first frame, no metadata, no alpha, at most 768×768 and 150 kB. */
export interface Image {
  /** sha-256 of `bytes`, lower-case hex. */
  hash: string
  bytes: Buffer
  mediaType: 'image/png' | 'image/jpeg'
  width: number
  height: number
  /** Computed from the pixels when they were decoded; absent when the image comes from the database. */
  features?: ImageFeatures
}

export type { ImageFeatures } from './image-features.ts'

/** The maximal size of an image as it is downloaded or sent. */
export const maxImageMib = 5

/**
 * What transparent images are drawn on. Grey, because text in white on transparency would vanish on white and text in black on
 * black: on grey both show.
 */
export const backgroundColour = { r: 128, g: 128, b: 128 }

/** The least side of an image as the judge sees it: model servers fail at smaller ones, and at very narrow ones. */
export const minJudgedSide = 64

/** The maximal size of a stored image (D83). */
export const maxCopyBytes = 150_000

/** The URL can't be fetched under the rules, or its content is no usable image. The message is for the caller. */
export class ImageRefused extends Error {}

export interface Images {
  /** Checks the URL without sending a request. Throws `ImageRefused`. */
  check: (url: string) => void
  /** Checks, decodes and scales an image that a client sent. Throws `ImageRefused`, or the signal's reason. */
  decode: (bytes: Buffer, signal: AbortSignal) => Promise<Image>
  /** Computes the features of a stored image, which decodes it again. Throws the signal's reason. */
  readFeatures: (bytes: Buffer, signal: AbortSignal) => Promise<ImageFeatures>
  /** Fetches, checks, decodes and scales the image at `url`. Throws `ImageRefused`, or the signal's reason. */
  fetch: (url: string, signal: AbortSignal) => Promise<Image>
  /** A square WebP of the middle of a stored copy, of at most `side` pixels. Throws `ImageRefused`. */
  shrink: (bytes: Buffer, side: number) => Promise<Buffer>
}
