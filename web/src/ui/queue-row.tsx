interface QueueRowProps {
  title: string
  /** How much there is, in words. */
  amount: string
  note: string
  /** Of the whole bar, from 0 to 1; null: there is no bar. */
  share: number | null
  /** It needs somebody's attention. */
  isFull?: boolean
}

/** A name, an amount, and how much of its bar the amount fills. */
export const QueueRow = ({ title, amount, note, share, isFull = false }: QueueRowProps) => (
  <li class={`queue-row${isFull ? ' full' : ''}`}>
    <span class="name">{title}</span>
    <span class="amount">{amount}</span>
    {share !== null && (
      <svg width="100%" height="6" aria-hidden="true">
        <rect class="track" width="100%" height="6" rx="3" />
        {share > 0 && <rect width={`${Math.max(1, Math.min(100, share * 100))}%`} height="6" rx="3" />}
      </svg>
    )}
    <span class="why">{note}</span>
  </li>
)
