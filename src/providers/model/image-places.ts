import { randomUUID } from 'node:crypto'

/** The images of the requests that are being made, by the names that stand for them. */
export interface ImagePlaces {
  /** Names an image until it is disposed of. */
  hold: (bytes: Buffer) => Disposable & { name: string }
  /** A request's body with the base64 of the image that it names; any other body stays as it is. */
  fill: (body: string) => string | Buffer<ArrayBuffer>
}

/**
 * Keeps images out of the bodies that the SDK makes. It writes each body as text twice, and a single character beyond Latin 1
 * in the instructions makes a quarter of a megabyte of each text with an image. So a name stands for the image, which nobody
 * can guess, until the body is sent.
 */
export function createImagePlaces(): ImagePlaces {
  const prefix = `image-${randomUUID()}-`
  const images = new Map<string, Buffer>()
  const hold = (bytes: Buffer) => {
    const name = prefix + randomUUID()
    images.set(name, bytes)
    return { name, [Symbol.dispose]: () => void images.delete(name) }
  }
  const fill = (body: string) => {
    const at = body.indexOf(prefix)
    const end = at + prefix.length + uuidLength
    const image = at === -1 ? undefined : images.get(body.slice(at, end))
    if (!image) return body
    const base64 = Buffer.from(image.toString('base64'), 'latin1')
    return Buffer.concat([Buffer.from(body.slice(0, at)), base64, Buffer.from(body.slice(end))])
  }
  return { hold, fill }
}

const uuidLength = 36
