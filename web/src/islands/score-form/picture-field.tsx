import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { UploadedImage } from '../../../../contract/schemas/score.ts'
import { withWait } from '../../browser/ask.ts'
import { Icon } from '../../ui/icon.tsx'
import { formWords } from '../../words/form.ts'
import { pickWords, useWords } from '../../words/language.ts'
import type { Fault } from '../wallet/sign.ts'
import { FieldWords } from './field-words.tsx'

interface PictureProps {
  /** The link of the picture. */
  field: {
    value: string
    fault: Fault | undefined
    onChange: (imageUrl: string) => void
    onLeave: () => void
  }
  /** The path of the picture; null: this page may not show it. */
  picture: string | null
  upload: Upload
}

/** Takes a picture by file, drop, paste or link, and shows it. */
export function PictureField({ field: { value, fault, onChange, onLeave }, picture, upload }: PictureProps) {
  const t = useWords(formWords)
  const { isBusy, take, said } = upload
  const [isOver, setOver] = useState(false)
  const [wantsLink, setWantsLink] = useState(false)
  const link = useRef<HTMLInputElement>(null)
  const hasLink = picture === null && (wantsLink || value !== '')
  usePaste((file) => void take(file))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer?.getData('text/uri-list').split('\n')[0]?.trim() ?? ''
    const file = event.dataTransfer?.files[0]
    if (file) void take(file)
    else if (dropped.startsWith('https://')) onChange(dropped)
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const askForLink = () => {
    onChange('')
    setWantsLink(true)
    requestAnimationFrame(() => link.current?.focus())
  }
  return (
    <fieldset class="field picture" aria-describedby="field-imageUrl-words">
      <legend>{t.fields.imageUrl.label}</legend>
      <div
        class={`drop ${isOver ? 'over' : ''} ${fault ? 'faulty' : ''}`}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {picture ? (
          <img src={picture} alt="" width="44" height="44" />
        ) : (
          <span class="no-picture">
            <Icon name="picture" size={20} />
          </span>
        )}
        <p class="small muted">
          <span class="how">{picture && said ? said : t.dropPicture} </span>
          <span class="kinds">{picture && said ? said : t.kinds} </span>
          {!hasLink && (
            <button class="use-link" type="button" onClick={askForLink}>
              {t.useLink}
            </button>
          )}
        </p>
        {picture && (
          <button
            class="btn ico"
            type="button"
            aria-label={t.removePicture}
            title={t.removePicture}
            onClick={() => onChange('')}
          >
            <Icon name="cross" />
          </button>
        )}
        <FileButton isBusy={isBusy} isChange={picture !== null} onFile={(file) => void take(file)} />
      </div>
      <span class="unseen" role="status">
        {isBusy ? t.uploading : said}
      </span>
      <div class="entry" hidden={!hasLink}>
        <input
          ref={link}
          type="text"
          name="imageUrl"
          value={value}
          placeholder={t.fields.imageUrl.example}
          aria-label={t.pictureLink}
          aria-invalid={fault ? true : undefined}
          aria-describedby="field-imageUrl-words"
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={onLeave}
        />
      </div>
      <FieldWords id="field-imageUrl" fault={fault} />
    </fieldset>
  )
}

interface FileButtonProps {
  isBusy: boolean
  /** There is a picture already. */
  isChange: boolean
  onFile: (file: File | undefined) => void
}

const FileButton = ({ isBusy, isChange, onFile }: FileButtonProps) => {
  const t = useWords(formWords)
  const id = useId()
  const words = isChange ? t.changePicture : t.choosePicture
  return (
    <>
      <input
        class="unseen"
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      <label class={isBusy ? 'btn sm busy' : 'btn sm'} for={id}>
        {isBusy ? t.uploading : words}
      </label>
    </>
  )
}

/** Takes a picture that is pasted anywhere on the page, unless the paste inserts text. */
function usePaste(take: (file: File) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
      // office programs copy text together with a picture of it
      if (takesText(target) && clipboardData?.types.includes('text/plain')) return
      const file = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (file) latest.current(file)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('textarea, input:not([type=file])')

interface Wanted {
  /** The link of the picture. */
  value: string
  onChange: (imageUrl: string) => void
  /** Undefined: an upload begins, and the last fault is out of date. */
  onFault: (fault: Fault | undefined) => void
}

interface Upload {
  /** Whether an upload runs that hasn't been superseded. */
  isBusy: boolean
  take: (file: Blob | undefined) => Promise<void>
  /** The result of the last upload; empty: none. */
  said: string
}

/** Uploads a picture and uses it, unless another picture or link was chosen in the meantime. */
export function useUpload({ value, onChange, onFault }: Wanted): Upload {
  const t = useWords(formWords)
  const [running, setRunning] = useState<{ replaces: string } | null>(null)
  const [said, setSaid] = useState('')
  const latest = useRef({ running, value })
  latest.current = { running, value }
  const isBusy = running?.replaces === value
  const take = async (file: Blob | undefined) => {
    if (!file || isBusy) return
    const upload = { replaces: value }
    setRunning(upload)
    onFault(undefined)
    const uploaded = await uploadPicture(file)
    if (latest.current.running !== upload) return
    setRunning(null)
    if (latest.current.value !== value) return
    if ('fault' in uploaded) return onFault(uploaded.fault)
    setSaid(t.uploaded(uploaded.width, uploaded.height))
    onChange(uploaded.imageUrl)
  }
  return { isBusy, take, said }
}

const maxBytes = 5 * 1024 * 1024
/** What the service reads. */
const sentAsTheyAre = /^image\/(?:png|jpeg|webp|gif)$/

/**
 * Sends a picture to the service, which keeps it for the submission. A picture that is too large, in another format or
 * refused by the service is sent again at a smaller size, if the browser can read it.
 */
async function uploadPicture(file: Blob): Promise<UploadedImage | { fault: Fault }> {
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

function toResult(answer: Answer): UploadedImage | { fault: Fault } {
  const { status, body, retrySeconds } = answer
  const t = pickWords(formWords)
  if (status === 200 || status === 201) return body as UploadedImage // by the contract
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
