interface Choice {
  title: string
  href: string
  isChosen: boolean
}

/** A row of links, of which one is where one is. */
export const Choices = ({ label, choices }: { label: string; choices: Choice[] }) => (
  <nav class="choices" aria-label={label}>
    <span class="choices-label" aria-hidden="true">
      {label}
    </span>
    <ul>
      {choices.map(({ title, href, isChosen }) => (
        <li key={href}>
          <a href={href} aria-current={isChosen ? 'true' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
