import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { SaxesParser } from 'saxes'
import { ParseFault, tooLarge, unreadable } from './parse-fault.ts'
import { PARSE_LIMITS, type Place } from './parse-messages.ts'

/**
 * An XML document as an object with its root element. An element with neither attributes nor elements is its text;
 * any other one has `@name` for each attribute, a member for each name of elements (a list if there are several), and
 * `#text`.
 */
export function parseXml(text: string): JsonObject {
  const open: Element[] = [new Element('')]
  let values = 0
  const parser = new SaxesParser({ position: true })
  const here = (): Place => ({ line: parser.line, column: parser.column + 1 })
  const top = () => open.at(-1) ?? new Element('')
  const count = (more: number) => {
    values += more
    if (values > PARSE_LIMITS.values)
      throw tooLarge(`the document has more than ${PARSE_LIMITS.values} values`, here())
  }
  parser.on('doctype', () => {
    throw new ParseFault(
      'file.unsafe',
      'the document declares a document type (DTD), which isn’t read',
      here(),
    )
  })
  parser.on('error', ({ message }) => {
    // The parser puts the place before its own words.
    throw unreadable(`this isn’t well-formed XML: ${message.replace(/^\d+:\d+: /, '')}`, here())
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > PARSE_LIMITS.depth)
      throw tooLarge(`the document is nested deeper than ${PARSE_LIMITS.depth} levels`, here())
    const element = new Element(name)
    count(1 + Object.keys(attributes).length)
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
