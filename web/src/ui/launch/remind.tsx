import { Island } from '../island.tsx'
import { useWords } from '../../words/language.ts'
import { launchWords } from '../../words/launch.ts'

/** The words of the module, in the page's language. */
export type RemindWords = Record<
  'remindMe' | 'stopReminding' | 'reminding' | 'notReminding' | 'blocked' | 'noPushService' | 'cantRemind',
  string
>

/** Shown where scripts run, because a browser that is to be notified has to subscribe. */
export const Remind = ({ enrollmentId }: { enrollmentId: string }) => {
  const t = useWords(launchWords)
  const { remindMe, stopReminding, reminding, notReminding, blocked, noPushService, cantRemind } = t
  const words: RemindWords = { remindMe, stopReminding, reminding, notReminding, blocked, noPushService, cantRemind }
  return (
    <Island name="remind" class="remind needs-script" props={{ enrollmentId, words }}>
      <button class="btn pri wide" type="button" data-waiting>
        {t.remindMe}
      </button>
      <p class="said" role="status" />
    </Island>
  )
}
