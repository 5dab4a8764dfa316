import { EnrollFlow } from '../islands/enroll.tsx'
import type { Page } from '../page.ts'
import type { EnrollProps, Site } from '../pages.ts'
import { Address } from '../ui/address.tsx'
import { Command } from '../ui/command.tsx'
import { Island } from '../ui/island.tsx'
import { Section } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { Subject } from '../ui/subject.tsx'
import { Tally } from '../ui/tally.tsx'
import { Time } from '../ui/time.tsx'
import { WarningBanner } from '../ui/warning.tsx'
import { formatList, getTitle } from '../ui/words.ts'

/** Where a creator's wallet signs for a score, and names a time. */
export const enrollPage: Page<EnrollProps> = {
  head: ({ score: { submission } }) => ({
    title: `Enroll ${submission.name} ($${submission.symbol}) for launch`,
    description: 'The creator’s wallet signs for the score. One signature, no transaction, nothing to pay.',
    isUnlisted: true,
  }),
  Body: (props) => (
    <>
      <WarningBanner score={props.score} />
      <div class="opening">
        <div class="opening-words">
          <Subject score={props.score}>
            Scored <Time at={props.score.createdAt} />
          </Subject>
          <Tally score={props.score} />
          <p>
            To enroll is to sign, with the wallet that the score names as its creator’s, that you stand behind this
            launch. It then has a page of its own with a countdown, which only this wallet can edit. The score stays as
            it is.
          </p>
          <p class="note">
            The creator’s wallet: <Address address={props.score.submission.creatorAddress} />
          </p>
        </div>
        <div class="opening-form">
          <Way {...props} />
        </div>
      </div>
      {!props.score.hasStubs && !props.enrollment && <Signed {...props} />}
    </>
  ),
}

const Way = ({ score, enrollment }: EnrollProps) => {
  if (enrollment) return <Enrolled {...enrollment} />
  if (score.hasStubs) return <Preliminary score={score} />
  const props = { scoreId: score.id, creatorAddress: score.submission.creatorAddress }
  return (
    <>
      <Island name="enroll" class="needs-script" props={props}>
        <EnrollFlow {...props} />
      </Island>
      <noscript>
        <Notice kind="pending" title="Signing here needs JavaScript">
          A page can’t speak to a wallet without it. The API below does the same with any tool that signs.
        </Notice>
      </noscript>
    </>
  )
}

const Enrolled = ({ enrollmentId, scheduledFor, enrolledAt }: NonNullable<EnrollProps['enrollment']>) => (
  <Notice kind="good" title="This score is enrolled already">
    <p>
      Its creator signed for it <Time at={enrolledAt} />
      {scheduledFor ? (
        <>
          ; the launch is planned for <Time at={scheduledFor} />
        </>
      ) : (
        '; no time has been set'
      )}
      . The time and the words can be changed on its page.
    </p>
    <p class="actions">
      <a class="button" href={`/launch/${enrollmentId}`}>
        To the launch
      </a>
    </p>
  </Notice>
)

const Preliminary = ({ score: { stubbedSignals } }: Pick<EnrollProps, 'score'>) => (
  <Notice kind="pending" title="A preliminary score can’t be enrolled">
    {formatList(stubbedSignals.map(getTitle))} {stubbedSignals.length === 1 ? 'was' : 'were'} not measured. Once what is
    missing is configured, score the launch again and enroll the new record.
  </Notice>
)

const Signed = ({ message, score, site }: EnrollProps & { site: Site }) => (
  <>
    <Section id="message" title="What is signed" note="Your wallet shows exactly these four lines.">
      <Command text={message} what="the message" />
      <p class="note">
        The last line binds it to this site: elsewhere the signature is worth nothing. It moves no funds and allows
        nobody to move any.
      </p>
    </Section>
    <Section id="api" title="With the API" note="The same without this page, by any tool that signs (EIP-191).">
      <Command text={commands({ score, site })} what="the commands" />
      <p>
        <a href="/api/v1/docs">Every route, to read and to try</a>
      </p>
    </Section>
  </>
)

const commands = ({ score: { id, submission }, site }: { score: EnrollProps['score']; site: Site }) =>
  `message=$(curl -s '${site.url}/v1/enroll/message?scoreRequestId=${id}&creatorAddress=${submission.creatorAddress}' | jq -r .message)
signature=$(cast wallet sign --interactive "$message")
curl -s ${site.url}/v1/enroll -H 'content-type: application/json' -d '{
  "scoreRequestId": "${id}",
  "creatorAddress": "${submission.creatorAddress}",
  "signature": "'$signature'",
  "scheduledFor": null }'`
