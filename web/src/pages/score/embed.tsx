import type { ScoreResult } from '../../../../contract/schemas/score.ts'
import type { ToldState } from '../../../../contract/lead.ts'
import { ledWithScore } from '../../../../contract/lead.ts'
import { Command } from '../../ui/command.tsx'
import { formatScore } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { shareWords } from '../../words/share.ts'

/** The markup that other sites show the score with. */
export const EmbedDialog = ({ score, state, url }: { score: ScoreResult; state: ToldState; url: string }) => {
  const t = useWords(shareWords)
  const { id, submission, aggregate, band } = score
  const points = formatScore(aggregate)
  const toWords = (subject: string) =>
    ledWithScore(state, { subject, points, plain: `${subject}: ${points} of 100, ${band}` })
  const words = toWords(forMarkup(submission.name))
  return (
    <dialog class="embed-dialog" id="embed" aria-labelledby="embed-title">
      <h2 id="embed-title">{t.embedTitle}</h2>
      <img
        src={`/score/${id}/badge.svg?theme=auto`}
        alt={t.badgeAlt(toWords(submission.name))}
        height="20"
        loading="lazy"
      />
      <h3>{t.html}</h3>
      <Command text={`<a href="${url}"><img src="${url}/badge.svg" alt="${words}" height="20"></a>`} what={t.html} />
      <h3>{t.markdown}</h3>
      <Command text={`[![${words}](${url}/badge.svg)](${url})`} what={t.markdown} />
      <h3>{t.frame}</h3>
      <Command
        text={`<iframe src="${url}/badge.svg?style=card" title="${words}" width="256" height="160" loading="lazy"></iframe>`}
        what={t.frame}
      />
      <button class="btn" type="button" commandfor="embed" command="close">
        {t.close}
      </button>
    </dialog>
  )
}

/** A stranger's name inside markup that others will paste: nothing of it may be read as markup there. */
const forMarkup = (text: string): string => text.replace(/[<>"'&[\]()`\\*_!]/g, '')
