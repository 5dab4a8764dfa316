import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import { toThumbnail } from './upload.ts'
import type { Upload } from './use-upload.ts'

interface PictureProps {
  value: string
  onChange: (imageUrl: string) => void
  upload: Upload
  /** Whether the field for a link shows a fault. */
  isFaulty: boolean
  /** The field for a link, which takes the place of a file. */
  children: preact.ComponentChildren
}

/** Takes a picture by file, drop or paste, and shows it. */
export function PictureField({ value, onChange, upload, isFaulty, children }: PictureProps) {
  const t = useWords(formWords)
  const { isBusy, take, said } = upload
  const [isOver, setOver] = useState(false)
  const thumbnail = toThumbnail(value)
  usePaste((file) => void take(file))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const link = event.dataTransfer?.getData('text/uri-list').split('\n')[0]?.trim() ?? ''
    const file = event.dataTransfer?.files[0]
    if (file) void take(file)
    else if (link.startsWith('https://')) onChange(link)
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div class="picture">
      <div class={isOver ? 'drop over' : 'drop'} onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
        {thumbnail ? (
          <img src={thumbnail} alt="" width="56" height="56" />
        ) : (
          <span class="no-picture">
            <Icon name="picture" size={20} />
          </span>
        )}
        <div class="drop-words">
          <FileButton isBusy={isBusy} onFile={(file) => void take(file)} />
          <span class="faint small">{thumbnail && said ? said : t.dropPicture}</span>
        </div>
        {thumbnail && (
          <button class="btn sm" type="button" onClick={() => onChange('')}>
            {t.removePicture}
          </button>
        )}
      </div>
      <span class="unseen" role="status">
        {isBusy ? t.uploading : said}
      </span>
      <div hidden={thumbnail !== null && !isFaulty}>{children}</div>
    </div>
  )
}

const FileButton = ({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File | undefined) => void }) => {
  const t = useWords(formWords)
  const id = useId()
  return (
    <>
      <label class={isBusy ? 'btn sm busy' : 'btn sm'} for={id}>
        <Icon name="upload" size={14} />
        {isBusy ? t.uploading : t.choosePicture}
      </label>
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
    </>
  )
}

/** A picture from the clipboard, wherever on the page it is pasted, except where the clipboard's text is pasted instead. */
function usePaste(take: (file: File) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
      // office programs copy a picture of the text beside the text
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
