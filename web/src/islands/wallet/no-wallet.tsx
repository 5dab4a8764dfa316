import { useState } from 'preact/hooks'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.ts'
import { walletWords } from '../../words/wallet.ts'
import { getPageUrl, isHandheld, walletApps } from './wallet-apps.ts'

/** Where no wallet has announced itself: an extension is missing, or the page stands in the wrong browser of a phone. */
export const NoWallet = () => (isHandheld() ? <OpenInApp /> : <Install />)

const Install = () => {
  const t = useWords(walletWords)
  return (
    <>
      <p class="title">{t.none}</p>
      <p class="muted">{t.noneNote}</p>
    </>
  )
}

const OpenInApp = () => {
  const t = useWords(walletWords)
  const url = getPageUrl()
  return (
    <>
      <p class="title">{t.noneOnPhone}</p>
      <ul class="list apps">
        {walletApps.map(({ name, toLink }) => (
          <li key={name}>
            <a class="btn wide" href={toLink(url)} rel="noopener noreferrer" aria-label={t.openIn(name)}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <CopyLink url={url} />
        </li>
      </ul>
      <p class="muted meta">{t.otherApp}</p>
    </>
  )
}

const CopyLink = ({ url }: { url: string }) => {
  const t = useWords(walletWords)
  const { copied } = useWords(frameWords)
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(url).then(() => setCopied(true))
  return (
    <button class="btn wide" type="button" onClick={copy}>
      {isCopied ? `✓ ${copied}` : t.copyLink}
    </button>
  )
}
