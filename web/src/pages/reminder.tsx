import type { ReminderProps } from '../../../contract/props/launch.ts'
import type { Page } from '../page.ts'
import { pickWords, useWords } from '../words/language.ts'
import { remindWords } from '../words/remind.ts'

/** The page of a link in a mail: it confirms reminders or stops them. */
export const reminderPage: Page<ReminderProps> = {
  head: ({ step }, { language }) => {
    const { titles, notes } = pickWords(remindWords, language)
    return { title: titles[step], description: notes[step], isUnlisted: true }
  },
  Body: ({ step, launch, token, site }) => {
    const t = useWords(remindWords)
    const language = site.isLanguageChosen ? `&lang=${site.language}` : ''
    return (
      <div class="leave-page">
        <section class="card box">
          <h1>{t.titles[step]}</h1>
          {launch?.name && (
            <p class="card-title">
              <bdi>{launch.name}</bdi>
            </p>
          )}
          <p>{t.notes[step]}</p>
          {step === 'confirm' || step === 'stop' ? (
            <form method="post" action={`/reminders/${step}?token=${encodeURIComponent(token)}${language}`}>
              <button class="btn pri" type="submit">
                {t[step]}
              </button>
            </form>
          ) : (
            <p class="ways">
              <a class="btn" href={launch ? `/launch/${launch.enrollmentId}` : '/launches'}>
                {launch ? t.openLaunch : t.allLaunches}
              </a>
            </p>
          )}
        </section>
      </div>
    )
  },
}
