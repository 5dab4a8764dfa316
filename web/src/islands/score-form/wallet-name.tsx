import { useRef, useState } from 'preact/hooks'
import { askService } from '../../browser/ask-service.ts'
import { formWords } from '../../words/form.ts'
import { pickWords, useWords } from '../../words/language.ts'

interface Wanted {
  /** The typed value. */
  text: string
  /** The end of the names that this deployment resolves: `.base.eth`; null: it resolves none. */
  suffix: string | null
  onAddress: (address: string) => void
  onFault: (fault: string) => void
}

export interface WalletNames {
  /** Whether the text is a name, which is to be resolved before it is sent. */
  isName: boolean
  resolve: () => void
  /** The state of the look-up; empty: none. */
  said: string
}

/** Replaces a name in the wallet field by its address, and says so. */
export function useWalletNames({ text, suffix, onAddress, onFault }: Wanted): WalletNames {
  const [found, setFound] = useState<{ name: string; address: string } | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const latest = useRef(text)
  latest.current = text
  const t = useWords(formWords)
  const name = text.trim()
  const isName = suffix !== null && /\.eth$/i.test(name)
  const resolve = () => {
    if (asked === text) return
    setAsked(text)
    void findWallet(name, suffix ?? '').then((result) => {
      setAsked(null)
      if (latest.current !== text) return
      if ('fault' in result) return onFault(result.fault)
      setFound(result)
      onAddress(result.address)
    })
  }
  const answer = found?.address === text ? t.nameFound(found.name) : ''
  return { isName, resolve, said: asked === text ? t.lookingUp : answer }
}

async function findWallet(
  name: string,
  suffix: string,
): Promise<{ name: string; address: string } | { fault: string }> {
  const t = pickWords(formWords)
  if (!name.toLowerCase().endsWith(suffix)) return { fault: t.otherName(suffix) }
  const asked = await askService<{ name: string; address: string }>(`/api/v1/names/${encodeURIComponent(name)}`)
  if ('body' in asked) return asked.body
  const { status } = asked.refusal
  return { fault: status === 404 || status === 400 ? t.unknownName(name.slice(0, 80)) : t.nameFailed }
}
