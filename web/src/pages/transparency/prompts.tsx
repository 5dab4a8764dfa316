import type { PromptChange, PromptRelease } from '../../pages.ts'
import { Section } from '../../ui/layout.tsx'

/** Every version of what decides a score, and what each changed. */
export const PromptsSection = ({ releases }: { releases: PromptRelease[] }) => (
  <Section
    id="versions"
    title="Prompt versions"
    note="A released version never changes. A score names the one that made it, and can be replayed under it."
  >
    <ol class="entries">
      {releases.map((release) => (
        <Release key={release.id} {...release} />
      ))}
    </ol>
  </Section>
)

const Release = ({ id, isActive, sha256, files, since, changes }: PromptRelease) => (
  <li id={id}>
    <h3 class="with-chip">
      <code>{id}</code> {isActive && <span class="chip green">Active</span>}
    </h3>
    <details>
      <summary>{files.length} files and their SHA-256</summary>
      <dl class="hashes">
        <div>
          <dt>The whole version, of the list below</dt>
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
    {since === null ? (
      <p class="note">The first version: there is nothing to compare it with.</p>
    ) : (
      <Changes since={since} changes={changes} />
    )}
  </li>
)

const Changes = ({ since, changes }: { since: string; changes: PromptChange[] }) => (
  <>
    <p class="note">
      Against <code>{since}</code>: {changes.length === 1 ? 'one file changed' : `${changes.length} files changed`}.
    </p>
    {changes.map(({ file, lines }) => (
      <details key={file}>
        <summary>{file}</summary>
        <pre class="diff" tabIndex={0} aria-label={`What changed in ${file}`}>
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

const signs: Record<PromptChange['lines'][number]['kind'], string> = { same: '  ', gone: '− ', new: '+ ', cut: '⋯' }
