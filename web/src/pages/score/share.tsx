import type { ScoreProps, ScoreResult, Site } from '../../pages.ts'
import { recordWarning, warned, listWarningCodes, warningLabel } from '../../rules.ts'
import { Command, CopyButton } from '../../ui/command.tsx'
import { Section } from '../../ui/layout.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { points } from '../../ui/words.ts'

/** Ways to pass it on. */
export const ShareSection = ({ score, site }: ScoreProps & { site: Site }) => {
  const url = `${site.url}/score/${score.id}`
  return (
    <Section id="share" title="Pass it on">
      <ul class="actions">
        {targets(score, { url, name: site.name }).map(({ title, href }) => (
          <li key={title}>
            <OutsideLink class="button secondary" href={href}>
              {title}
            </OutsideLink>
          </li>
        ))}
        <li>
          <CopyButton text={url} label="Copy link" what="to this score" class="button secondary" />
        </li>
        <li>
          <button class="button secondary" type="button" commandfor="embed" command="show-modal">
            Embed
          </button>
        </li>
        <li>
          <a href={`/v1/score/${score.id}`}>Raw JSON</a>
        </li>
      </ul>
      <Embed score={score} url={url} />
    </Section>
  )
}

function targets(score: ScoreResult, { url, name }: { url: string; name: string }) {
  const { submission, aggregate, band } = score
  const words = `${submission.name} ($${submission.symbol}): ${points(aggregate)} of 100, ${band}, on ${name}. Higher is better.`
  const text = warned(recordWarning(score), words)
  return [
    { title: 'Post on X', href: `https://x.com/intent/post?${query({ text, url })}` },
    { title: 'Cast on Farcaster', href: `https://farcaster.xyz/~/compose?${query({ text, 'embeds[]': url })}` },
    { title: 'Send on Telegram', href: `https://t.me/share/url?${query({ url, text })}` },
  ]
}

const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

const Embed = ({ score, url }: { score: ScoreResult; url: string }) => {
  const { id, submission, aggregate, band } = score
  const label = warningLabel(listWarningCodes(score))
  const words = warned(label, `${forMarkup(submission.name)}: ${points(aggregate)} of 100, ${band}`, ': ')
  return (
    <dialog id="embed" aria-labelledby="embed-title">
      <h3 id="embed-title">Embed this score</h3>
      <p>
        <img src={`/score/${id}/badge.svg?theme=auto`} alt={`The badge: ${words}`} height="20" loading="lazy" />
      </p>
      <h4>As a badge, in HTML</h4>
      <Command text={`<a href="${url}"><img src="${url}/badge.svg" alt="${words}" height="20"></a>`} what="the badge" />
      <h4>As a badge, in Markdown</h4>
      <Command text={`[![${words}](${url}/badge.svg)](${url})`} what="the Markdown" />
      <h4>As a small card</h4>
      <Command
        text={`<iframe src="${url}/badge.svg?style=card" title="${words}" width="256" height="160" loading="lazy"></iframe>`}
        what="the frame"
      />
      <p class="actions">
        <button class="button secondary" type="button" commandfor="embed" command="close">
          Close
        </button>
      </p>
    </dialog>
  )
}

/** A stranger's name inside markup that others will paste: nothing of it may be read as markup there. */
const forMarkup = (text: string): string => text.replace(/[<>"'&[\]()`\\*_!]/g, '')
