import type { ComponentChildren } from 'preact'

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
