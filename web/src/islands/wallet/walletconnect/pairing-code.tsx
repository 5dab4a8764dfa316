import { useState } from 'preact/hooks'
import { encode } from 'uqr'
import { frameWords } from '../../../words/frame.ts'
import { useWords } from '../../../words/language.ts'
import { walletConnectWords } from '../../../words/walletconnect.ts'

/** Cameras read dark on light, in either theme. */
export const QrCode = ({ text }: { text: string }) => {
  const t = useWords(walletConnectWords)
  const { data, size } = encode(text, { border: 4 })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.codeAlt} shape-rendering="crispEdges">
      <path d={cells.join('')} />
    </svg>
  )
}

export const CopyCode = ({ uri }: { uri: string }) => {
  const t = useWords(walletConnectWords)
  const { copied } = useWords(frameWords)
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(uri).then(() => setCopied(true))
  return (
    <button class="btn wide" type="button" onClick={copy}>
      {isCopied ? `✓ ${copied}` : t.copy}
    </button>
  )
}
