import { Island } from '../../ui/island.tsx'
import { useWords } from '../../words/language.ts'
import { type RemindWords, launchWords } from '../../words/launch.ts'

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
