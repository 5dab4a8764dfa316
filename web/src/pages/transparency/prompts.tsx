import type { PromptChange, PromptRelease } from '../../../../contract/props/transparency.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { transparencyWords } from '../../words/transparency.ts'
import { Section } from './section.tsx'

/** Every version of the files that decide a score, and its changes. */
export const PromptsSection = ({ releases }: { releases: PromptRelease[] }) => {
  const { places, versions } = useWords(transparencyWords)
  return (
    <Section id="versions" title={places.versions} note={versions.note}>
      <ol class="entries">
        {releases.map((release) => (
          <Release key={release.id} {...release} />
        ))}
      </ol>
    </Section>
  )
}

const Release = ({ id, isActive, sha256, files, since, changes, activations }: PromptRelease) => {
  const { versions: t } = useWords(transparencyWords)
  const language = useLanguage()
  return (
    <li id={id}>
      <h3 class="with-chip">
        <code>{id}</code> {isActive && <Chip tone="ink">{t.active}</Chip>}
      </h3>
      {activations.map(({ activatedAt, reason }) => (
        <p class="note" key={activatedAt}>
          {t.activated} <time dateTime={activatedAt}>{formatDateTime(activatedAt, language)}</time>: <bdi>{reason}</bdi>
        </p>
      ))}
      <details>
        <summary>{t.files(files.length)}</summary>
        <dl class="hashes">
          <div>
            <dt>{t.whole}</dt>
            <dd>
              <code>{sha256}</code>
            </dd>
          </div>
          {files.map((file) => (
            <div key={file.name}>
              <dt>{file.name}</dt>
              <dd>
                <code>{file.sha256}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {since === null ? <p class="note">{t.first}</p> : <Changes since={since} changes={changes} />}
    </li>
  )
}

const Changes = ({ since, changes }: { since: string; changes: PromptChange[] }) => {
  const { versions: t } = useWords(transparencyWords)
  return (
    <>
      <p class="note">
        {t.against(changes.length)} <code>{since}</code>
      </p>
      {changes.map(({ file, lines }) => (
        <details key={file}>
          <summary>{file}</summary>
          <pre class="diff" tabIndex={0} aria-label={t.changesIn(file)} lang="en">
            {lines.map(({ kind, text }, at) => (
              <span key={at} class={kind}>
                {signs[kind]}
                {text}
                {'\n'}
              </span>
            ))}
          </pre>
        </details>
      ))}
    </>
  )
}

const signs: Record<PromptChange['lines'][number]['kind'], string> = { same: '  ', gone: '− ', new: '+ ', cut: '⋯' }
