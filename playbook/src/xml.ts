import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { SaxesParser } from 'saxes'

/** Both count from 1. */
export type XmlPlace = { line: number; column: number }
export type XmlLimits = { values: number; depth: number }

/** Why XML can't be read. */
export class XmlFault extends Error {
  readonly kind: 'malformed' | 'unsafe' | 'too_large'
  readonly at: XmlPlace

  constructor(kind: XmlFault['kind'], message: string, at: XmlPlace) {
    super(message)
    this.kind = kind
    this.at = at
  }
}

/**
 * An XML document as an object with its root element. An element with neither attributes nor elements is its text;
 * any other one has `@name` for each attribute, a member for each name of elements (a list if there are several), and
 * `#text`. Document types are refused, so there are no entities but those of XML itself. Throws `XmlFault`.
 */
export function readXml(text: string, limits: XmlLimits): JsonObject {
  const open: Element[] = [new Element('')]
  let values = 0
  const parser = new SaxesParser({ position: true })
  const here = (): XmlPlace => ({ line: parser.line, column: parser.column + 1 })
  const top = () => open.at(-1) ?? new Element('')
  parser.on('doctype', () => {
    throw new XmlFault('unsafe', 'the document declares a document type (DTD), which isn’t read', here())
  })
  parser.on('error', ({ message }) => {
    // The parser puts the place before its own words.
    const words = message.replace(/^\d+:\d+: /, '')
    throw new XmlFault('malformed', `this isn’t well-formed XML: ${words}`, here())
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > limits.depth)
      throw new XmlFault('too_large', `the document is nested deeper than ${limits.depth} levels`, here())
    values += 1 + Object.keys(attributes).length
    if (values > limits.values)
      throw new XmlFault('too_large', `the document has more than ${limits.values} values`, here())
    const element = new Element(name)
    for (const [key, value] of Object.entries(attributes)) element.add(`@${key}`, value)
    open.push(element)
  })
  const onText = (part: string) => {
    top().text += part
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element !== undefined) top().add(element.name, element.value())
  })
  parser.write(text).close()
  return top().members()
}

class Element {
  readonly name: string
  text = ''
  readonly #members = new Map<string, JsonValue[]>()

  constructor(name: string) {
    this.name = name
  }

  add(name: string, value: JsonValue): void {
    const known = this.#members.get(name)
    if (known === undefined) this.#members.set(name, [value])
    else known.push(value)
  }

  members(): JsonObject {
    return Object.fromEntries(
      [...this.#members].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? null) : values]),
    )
  }

  value(): JsonValue {
    const text = this.text.trim()
    if (this.#members.size === 0) return text
    return text === '' ? this.members() : { ...this.members(), '#text': text }
  }
}
