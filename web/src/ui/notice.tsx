import type { ComponentChildren } from 'preact'

type Kind = 'pending' | 'warning' | 'fault' | 'good'

/** A few sentences that should not be passed over. */
export const Notice = ({ kind, title, children }: { kind: Kind; title: string; children: ComponentChildren }) => (
  <div class={`notice ${kind}`}>
    <p class="notice-title">{title}</p>
    <div>{children}</div>
  </div>
)
