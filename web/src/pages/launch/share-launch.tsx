import type { LaunchProps } from '../../../../contract/props/launch.ts'
import type { Site } from '../../../../contract/props/site.ts'
import { getLaunchCardPath } from '../../../../contract/card-paths.ts'
import { CopyButton } from '../../ui/command.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { listTargets } from '../../ui/share-row.tsx'
import { useLanguage, useWords } from '../../words/language.ts'
import { ledIn } from '../../words/lead.ts'
import { launchWords } from '../../words/launch.ts'
import { formatShareText } from '../../words/share-text.ts'

/** Ways to tell others of the launch; each names the outcome or a critical warning first (D59, D101). */
export const ShareLaunch = (props: LaunchProps & { site: Site }) => {
  const t = useWords(launchWords)
  const url = `${props.site.url}/launch/${props.launch.enrollment.enrollmentId}`
  const card = getLaunchCardPath(props.launch, props.state, props.outcome.launched)
  return (
    <section class="card box share-launch" id="share" aria-labelledby="share-title">
      <h2 id="share-title">{t.shareTitle}</h2>
      <img
        class="share-card"
        src={card}
        alt={ledIn(useLanguage(), props.state, props.launch.score.submission.name)}
        width="1200"
        height="630"
        loading="lazy"
      />
      <ul class="share-ways">
        {listTargets({ text: useShareText(props), url }).map(({ name, href }) => (
          <li key={name}>
            <OutsideLink class="btn wide" href={href}>
              {t.on[name]}
            </OutsideLink>
          </li>
        ))}
        <li>
          <CopyButton text={url} label={t.copyLink} what={t.toLaunch} class="btn wide" />
        </li>
      </ul>
      <p>
        <a href={card} download="launch.png">
          {t.downloadCard}
        </a>
      </p>
    </section>
  )
}

function useShareText({ launch, phase, state, site }: LaunchProps & { site: Site }): string {
  const language = useLanguage()
  const launchesAt = phase === 'scheduled' ? launch.enrollment.scheduledFor : null
  return formatShareText(launch.score, { language, serviceName: site.name, launchesAt, state })
}
