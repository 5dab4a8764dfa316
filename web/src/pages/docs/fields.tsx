import type { Schema } from '../../../../contract/props/docs.ts'
import { describeType } from './document.ts'

interface Row {
  name: string
  schema: Schema
  isRequired: boolean
  description?: string | undefined
  place?: string
}

/** The fields of an object, or the parameters of a request, one below the other. */
export const Fields = ({ rows }: { rows: Row[] }) => (
  <dl class="rows">
    {rows.map(({ name, schema, isRequired, description, place }) => (
      <div key={`${place}${name}`}>
        <dt>
          <code>{name}</code>
          <span class="kind">
            <Type schema={schema} />
            {place && `, in the ${place}`}
            {isRequired && ', required'}
          </span>
        </dt>
        {description && (
          <dd>
            <Prose text={description} />
          </dd>
        )}
      </div>
    ))}
  </dl>
)

/** The type in words; named schemas are links. */
export const Type = ({ schema }: { schema: Schema }) => (
  <>
    {describeType(schema).map(({ text, href }, at) =>
      href ? (
        <a key={at} href={href}>
          {text}
        </a>
      ) : (
        text
      ),
    )}
  </>
)

/** A schema without fields is described by its type alone. */
export const SchemaFields = ({ schema }: { schema: Schema }) => {
  const { properties, required = [] } = schema
  if (!properties)
    return (
      <p class="kind">
        <Type schema={schema} />
      </p>
    )
  return (
    <Fields
      rows={Object.entries(properties).map(([name, field]) => ({
        name,
        schema: field,
        isRequired: required.includes(name),
        description: field.description,
      }))}
    />
  )
}

/** A description, whose parts between backticks are code. */
export const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
)
