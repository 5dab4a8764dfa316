import type { ComponentChildren } from 'preact'
import { Icon } from '../ui/icon.tsx'

interface FoldProps {
  /** For links to it. */
  id?: string
  title: ComponentChildren
  isOpen?: boolean
  children: ComponentChildren
}

/** A card that few readers open. */
export const Fold = ({ id, title, isOpen = false, children }: FoldProps) => (
  <details class="card fold" id={id} open={isOpen}>
    <summary>
      <h2>{title}</h2>
      <Icon name="chevron" />
    </summary>
    <div class="fold-body">{children}</div>
  </details>
)
