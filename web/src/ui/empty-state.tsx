import type { ComponentChildren } from 'preact'

/** Where nothing is to be shown: why, and what would change it. */
export const EmptyState = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    <div>{children}</div>
  </div>
)
