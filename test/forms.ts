/** A part of a form as browsers send it. */
export interface FormPart {
  name: string
  /** A field of text has none. */
  filename?: string
  bytes: Buffer | string
}

const boundary = '----launchscore-test-boundary'

/** A multipart/form-data body with its headers, as light-my-request and fetch take them. */
export function toForm(parts: FormPart[]): { payload: Buffer; headers: Record<string, string> } {
  const chunks = parts.flatMap(({ name, filename, bytes }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`
    return [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, bytes, '\r\n']
  })
  const payload = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string)))
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** A form with one image. */
export const imageForm = (bytes: Buffer | string, name = 'image') => toForm([{ name, filename: 'a.png', bytes }])
