import { withWait } from '../../browser/with-wait.ts'
import { formWords } from '../../words/form.ts'
import { pickWords } from '../../words/language.ts'
import type { Fault } from '../wallet/sign.ts'

export interface Uploaded {
  imageUrl: string
  width: number
  height: number
}

const maxBytes = 5 * 1024 * 1024

/** Sends a picture to the service, which keeps it for the submission. A large photo is scaled here first. */
export async function uploadPicture(file: Blob): Promise<Uploaded | { fault: Fault }> {
  const t = pickWords(formWords)
  const sent = file.size > maxBytes ? await shrink(file) : file
  if (!sent) return { fault: { words: t.notPicture } }
  if (sent.size > maxBytes) return { fault: { words: t.tooLarge } }
  const body = new FormData()
  body.append('image', sent, 'picture')
  const response = await fetch('/v1/images', { method: 'POST', body }).catch(() => null)
  if (!response) return { fault: { words: t.unreachable } }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Uploaded // by the contract
  if (response.status === 400) return { fault: { words: t.notPicture } }
  if (response.status === 413) return { fault: { words: t.tooLarge } }
  const message = (answer as { error?: { message: string } } | null)?.error?.message
  if (message === undefined) return { fault: { words: t.broken(response.status) } }
  return { fault: { english: withWait(message, Number(response.headers.get('retry-after') ?? 0)) } }
}

const longestSide = 1536

async function shrink(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
}

/** The path of a picture that the service keeps, which this page may show; null: it is elsewhere. */
export function toThumbnail(imageUrl: string): string | null {
  const [path] = /\/v1\/images\/[0-9a-f]{64}$/.exec(imageUrl) ?? []
  return path ?? null
}
