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
/** What the service reads. */
const sentAsTheyAre = /^image\/(?:png|jpeg|webp|gif)$/

/**
 * Sends a picture to the service, which keeps it for the submission. What is too large, in another format or refused by the
 * service is redrawn at a smaller size in this browser, if the browser can read it.
 */
export async function uploadPicture(file: Blob): Promise<Uploaded | { fault: Fault }> {
  const isSent = file.size <= maxBytes && sentAsTheyAre.test(file.type)
  const answer = isSent ? await send(file) : null
  if (answer && answer.status !== 400) return toResult(answer)
  const { shrinkPicture } = await import('./shrink-picture.ts') // few pictures need it
  const smaller = await shrinkPicture(file, maxBytes)
  if (smaller) return toResult(await send(smaller))
  return { fault: explainUnreadable(file, answer) }
}

interface Answer {
  /** 0: the service could not be reached. */
  status: number
  body: unknown
  retrySeconds: number
}

async function send(picture: Blob): Promise<Answer> {
  const form = new FormData()
  form.append('image', picture, 'picture')
  const response = await fetch('/v1/images', { method: 'POST', body: form }).catch(() => null)
  if (!response) return { status: 0, body: null, retrySeconds: 0 }
  const body: unknown = await response.json().catch(() => null)
  return { status: response.status, body, retrySeconds: Number(response.headers.get('retry-after') ?? 0) }
}

function toResult(answer: Answer): Uploaded | { fault: Fault } {
  const { status, body, retrySeconds } = answer
  const t = pickWords(formWords)
  if (status === 200 || status === 201) return body as Uploaded // by the contract
  if (status === 0) return { fault: { words: t.unreachable } }
  if (status === 400) return { fault: { english: sayFault(answer) ?? t.notPicture } }
  if (status === 413) return { fault: { words: t.tooLarge } }
  const message = readError(answer)?.message
  if (message === undefined) return { fault: { words: t.broken(status) } }
  return { fault: { english: withWait(message, retrySeconds) } }
}

/** Neither this browser nor the service can read the file. */
function explainUnreadable(file: Blob, answer: Answer | null): Fault {
  const t = pickWords(formWords)
  if (answer) {
    const english = sayFault(answer)
    return { words: t.notPicture, ...(english !== undefined && { english }) }
  }
  return { words: sentAsTheyAre.test(file.type) ? t.tooLarge : t.otherFormat }
}

type ServiceError = { message: string; details?: { message: string }[] } | undefined

const readError = ({ body }: Answer): ServiceError => (body as { error?: ServiceError } | null)?.error

/** The service's own words about the picture. */
function sayFault(answer: Answer): string | undefined {
  const error = readError(answer)
  const [detail] = error?.details ?? []
  return detail ? `The picture ${detail.message}.` : error?.message
}

/** The path of a picture that the service keeps, which this page may show; null: it is elsewhere. */
export function toThumbnail(imageUrl: string): string | null {
  const [path] = /\/v1\/images\/[0-9a-f]{64}$/.exec(imageUrl) ?? []
  return path ?? null
}
