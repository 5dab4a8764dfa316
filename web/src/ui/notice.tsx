import type { ComponentChildren } from 'preact'

/** `pending`: something is missing. `fault`: something did not work. */
type Kind = 'pending' | 'fault'

/** A few sentences that should not be passed over. */
export const Notice = ({ kind, title, children }: { kind: Kind; title: string; children: ComponentChildren }) => (
  <div class={`notice ${kind}`}>
    <p class="title">{title}</p>
    <div>{children}</div>
  </div>
)
