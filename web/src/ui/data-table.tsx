import type { ComponentChildren } from 'preact'

interface DataTableProps {
  /** For screen readers. */
  label: string
  columns: readonly string[]
  rows: { key: string; cells: ComponentChildren[] }[]
}

/**
 * A table that becomes a list of cards on narrow screens, with each cell under the name of its column. The roles are
 * explicit, because browsers drop those of a table whose display changes.
 */
export const DataTable = ({ label, columns, rows }: DataTableProps) => (
  <table class="data-table" role="table" aria-label={label}>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((title) => (
          <th key={title} role="columnheader" scope="col">
            {title || <span class="unseen">Name</span>}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map(({ key, cells }) => (
        <tr key={key} role="row">
          {cells.map((cell, index) => (
            <td key={columns[index]} role="cell" data-column={columns[index]}>
              <div>{cell}</div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

export interface Segment {
  title: ComponentChildren
  href: string
  isChosen: boolean
}

interface SegmentsProps {
  label: string
  segments: Segment[]
  /** `choices`: as pills. */
  look?: 'segments' | 'choices'
}

/** A row of links, of which one is chosen. */
export const Segments = ({ label, segments, look = 'segments' }: SegmentsProps) => (
  <nav class={look} aria-label={label}>
    <ul>
      {segments.map(({ title, href, isChosen }) => (
        <li key={href}>
          <a href={href} aria-current={isChosen ? 'true' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
