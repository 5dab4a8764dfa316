import type { RemindBy } from '../../../contract/props/launch.ts'
import { useWords } from '../words/language.ts'
import { type RemindWords, remindWords } from '../words/remind.ts'
import { Icon } from './icon.tsx'
import { Island } from './island.tsx'

interface RemindProps {
  enrollmentId: string
  by: RemindBy
}

export const canRemind = ({ push, email, telegramUrl }: RemindBy): boolean => push || email || telegramUrl !== null

/** A button for the only way to be reminded, or a list of the ways. */
export const Remind = ({ enrollmentId, by }: RemindProps) => {
  const t = useWords(remindWords)
  const { push, email, telegramUrl } = by
  if (push && !email && telegramUrl === null)
    return (
      <Island name="remind" class="remind needs-script" props={toIslandProps(enrollmentId, t)}>
        <button class="btn pri wide" type="button" data-waiting>
          <Icon name="bell" />
          {t.remindMe}
        </button>
        <p class="said" role="status" />
      </Island>
    )
  if (!push && !email && telegramUrl !== null)
    return (
      <a class="btn pri wide" href={telegramUrl} rel="noopener noreferrer" target="_blank">
        <Icon name="bell" />
        {t.remindMe}
      </a>
    )
  return (
    <Island name="remind" class="remind" props={toIslandProps(enrollmentId, { ...t, ...rowWords(t) })}>
      <details>
        <summary class="btn pri wide">
          <Icon name="bell" />
          {t.remindMe}
        </summary>
        <ul class="ways">
          {push && (
            <li class="needs-script">
              <button class="way" type="button" data-waiting>
                {t.inBrowser}
              </button>
            </li>
          )}
          {telegramUrl !== null && (
            <li>
              <a class="way" href={telegramUrl} rel="noopener noreferrer" target="_blank">
                {t.onTelegram}
                <Icon name="external" />
              </a>
            </li>
          )}
          {email && (
            <li>
              <EmailForm enrollmentId={enrollmentId} />
            </li>
          )}
        </ul>
        <p class="note">{t.note}</p>
      </details>
      <p class="said" role="status" />
    </Island>
  )
}

/** Without scripts, it is a form of its own page. */
const EmailForm = ({ enrollmentId }: { enrollmentId: string }) => {
  const t = useWords(remindWords)
  const id = `remind-${enrollmentId}`
  return (
    <form class="by-email" method="post" action={`/launch/${enrollmentId}/reminders`}>
      <label for={id}>{t.byEmail}</label>
      <div class="address">
        <input
          id={id}
          name="email"
          type="email"
          required
          maxLength={254}
          autocomplete="email"
          placeholder={t.placeholder}
        />
        <button class="btn" type="submit">
          {t.send}
        </button>
      </div>
    </form>
  )
}

/** In a list, the row of the browser has words of its own. */
const rowWords = ({ inBrowser, stopInBrowser }: typeof remindWords.en) => ({
  remindMe: inBrowser,
  stopReminding: stopInBrowser,
})

function toIslandProps(enrollmentId: string, t: RemindWords) {
  const { remindMe, stopReminding, reminding, notReminding, blocked, noPushService, cantRemind, asked } = t
  const words: RemindWords = {
    remindMe,
    stopReminding,
    reminding,
    notReminding,
    blocked,
    noPushService,
    cantRemind,
    asked,
  }
  return { enrollmentId, words }
}
