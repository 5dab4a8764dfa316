import { useWords } from '../words/language.ts'
import { shareWords } from '../words/share.ts'
import { Icon } from './icon.tsx'
import { OutsideLink } from './links.tsx'

interface ShareRowProps {
  /** Absolute. */
  url: string
  /** The text of the post before the address. */
  text: string
  /** The picture to download. */
  card: { path: string; fileName: string }
  /** Of the dialog with the markup to paste; without it there is no badge. */
  embedId?: string
}

/** The links that share a page, and its card and badge. */
export const ShareRow = ({ url, text, card, embedId }: ShareRowProps) => {
  const t = useWords(shareWords)
  return (
    <div class="share-row">
      <ul>
        {listTargets({ url, text }).map(({ name, href }) => (
          <li key={name}>
            <OutsideLink class="btn" href={href} title={t[name]}>
              {marks[name]}
              <span class="unseen">{t[name]}</span>
            </OutsideLink>
          </li>
        ))}
        <li>
          <button
            class="btn needs-script"
            type="button"
            data-waiting
            data-copy={url}
            aria-label={t.copyLink}
            title={t.copyLink}
          >
            <Icon name="link" size={18} />
          </button>
        </li>
      </ul>
      <p>
        <a href={card.path} download={card.fileName}>
          {t.download}
        </a>
        {embedId && (
          <>
            <span aria-hidden="true">·</span>
            <button type="button" commandfor={embedId} command="show-modal">
              {t.embed}
            </button>
          </>
        )}
      </p>
    </div>
  )
}

type TargetName = 'onX' | 'onFarcaster' | 'onTelegram'

export function listTargets({ url, text }: { url: string; text: string }): { name: TargetName; href: string }[] {
  return [
    { name: 'onX', href: `https://x.com/intent/post?${query({ text, url })}` },
    { name: 'onFarcaster', href: `https://farcaster.xyz/~/compose?${query({ text, 'embeds[]': url })}` },
    { name: 'onTelegram', href: `https://t.me/share/url?${query({ url, text })}` },
  ]
}

const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

const drawing = (path: string) => (
  <svg viewBox="0 0 16 16" width="18" height="18" fill="currentColor" aria-hidden="true">
    <path d={path} />
  </svg>
)

const marks = {
  onX: drawing(
    'M1.5 2h3.7l3 4.2L11.8 2h1.6L8.9 7.2 14.5 14h-3.7L7.5 9.4 3.6 14H2l4.8-5.6zM3.9 3.2l7.5 9.6h.8L4.7 3.2z',
  ),
  onFarcaster: drawing(
    'M3.5 2h9v1.6h1.8l-.4 1.5h-.5v7.4h.6V14H9.8v-1.5h.6V9.2a2.4 2.4 0 1 0-4.8 0v3.3h.6V14H2v-1.5h.6V5.1h-.5l-.4-1.5h1.8z',
  ),
  onTelegram: drawing(
    'M14.6 2.5 1.4 7.6c-.6.3-.6.8 0 1l3.2 1 1.2 3.8c.2.5.5.6.9.2l1.8-1.7 3.4 2.5c.6.3 1 .2 1.2-.6l2.2-10.5c.2-.8-.2-1.1-.7-.8zM5.8 9.2l6.7-4.2c.3-.2.6-.1.4.1L7.2 10.3l-.2 2.4z',
  ),
}
