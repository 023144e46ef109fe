/** True for the content types whose body is JSON. */
export function isJsonType(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')
}

/** True for bodies of web forms, as older senders and chat tools post them. */
export function isFormType(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? '')
}

/** True for plain text and XML: the playbook gets the text. */
export function isTextType(contentType: string | undefined): boolean {
  return /^(?:text\/[\w.+-]+|application\/(?:[\w.+-]+\+)?xml)\s*(?:;|$)/i.test(contentType ?? '')
}

/**
 * A text body as JSON, in the character set that its type names. Throws on one that isn't known, and on bytes that aren't
 * of it.
 */
export function textAsJson(body: Uint8Array, contentType: string | undefined): string {
  const charset = /;\s*charset="?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  return JSON.stringify(new TextDecoder(charset, { fatal: true }).decode(body))
}

/** True for an email as it is sent and stored. */
export function isMailType(contentType: string | undefined): boolean {
  return /^message\/rfc822\s*(?:;|$)/i.test(contentType ?? '')
}

/**
 * The fields of a web form as JSON; one that is given more than once is a list. `payload` is where GitHub and Slack put
 * JSON into a form: there it is an object of its own.
 */
export function formAsJson(text: string): string {
  const fields = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name)
    if (values === undefined) fields.set(name, [value])
    else values.push(value)
  }
  const read = ([name, values]: [string, string[]]): [string, unknown] => {
    const [first = '', ...more] = values
    if (more.length > 0) return [name, values]
    return [name, name === 'payload' ? objectOr(first) : first]
  }
  return JSON.stringify(Object.fromEntries([...fields].map(read)))
}

function objectOr(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : text
  } catch {
    // Not JSON: the delivery carries the text.
    return text
  }
}
