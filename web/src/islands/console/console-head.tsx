import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** The heading of an opened page, which takes the focus, and its buttons. */
export function ConsoleHead({ title, children }: { title: string; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), []) // the form that had the focus is gone
  return (
    <div class="console-head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div class="buttons">{children}</div>
    </div>
  )
}
