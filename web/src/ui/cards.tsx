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

interface RailCardProps {
  /** The heading's id, for links to it. */
  id: string
  title: ComponentChildren
  children: ComponentChildren
}

/** A card of the rail: a title, and little below it. */
export const RailCard = ({ id, title, children }: RailCardProps) => (
  <section class="card rail-card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** A row of a card: what it is, and its value at the other end. */
export const RailRow = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <p class="rail-row">
    <span>{label}</span>
    <span>{children}</span>
  </p>
)

interface EmptyCardProps {
  title: ComponentChildren
  hint?: ComponentChildren
  actions?: ComponentChildren
}

/** In place of a list without rows: why, and what to do. */
export const EmptyCard = ({ title, hint, actions }: EmptyCardProps) => (
  <section class="empty-card card">
    <h2>{title}</h2>
    {hint !== undefined && <p>{hint}</p>}
    {actions && <p class="actions">{actions}</p>}
  </section>
)
