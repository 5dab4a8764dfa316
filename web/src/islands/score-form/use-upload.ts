import { useRef, useState } from 'preact/hooks'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import type { Fault } from '../wallet/sign.ts'
import { uploadPicture } from './upload.ts'

interface Wanted {
  /** The link of the picture. */
  value: string
  onChange: (imageUrl: string) => void
  /** Undefined: an upload begins, and the last fault is out of date. */
  onFault: (fault: Fault | undefined) => void
}

export interface Upload {
  /** Whether an upload runs whose picture will be taken. */
  isBusy: boolean
  take: (file: Blob | undefined) => Promise<void>
  /** The result of the last upload; empty: none. */
  said: string
}

/** Uploads a picture, and takes it unless another picture or link was chosen meanwhile. */
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
